/** A `WebAssembly.Module`, in runtimes and bundlers that import WebAssembly compiled. */
declare const module: object;
export default module;
