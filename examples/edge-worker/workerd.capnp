# The bundle that `npm run build` makes, in the bare runtime: npx workerd serve workerd.capnp
# Variables and the socket's address can be overridden: see its `--help`.

using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    # workerd reaches no address of this machine, or of its network, unless it is told so.
    (name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "worker")],
);

const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "build/worker.js"),
    (name = "mcp_projection.wasm", wasm = embed "build/mcp_projection.wasm"),
  ],
  compatibilityDate = "2026-07-01",
  bindings = [
    (name = "UPSTREAMS", fromEnvironment = "UPSTREAMS"),
    (name = "POLICY", fromEnvironment = "POLICY"),
    (name = "ORIGINS", fromEnvironment = "ORIGINS"),
    (name = "HOSTS", fromEnvironment = "HOSTS"),
    (name = "MAX_REQUEST_BYTES", fromEnvironment = "MAX_REQUEST_BYTES"),
  ],
);
