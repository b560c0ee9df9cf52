export * from "./fetch.cjs";
