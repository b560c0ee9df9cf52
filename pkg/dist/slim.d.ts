export * from "./slim.cjs";
