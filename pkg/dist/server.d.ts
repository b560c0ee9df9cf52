export * from "./server.cjs";
