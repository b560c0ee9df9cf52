// ES modules, everywhere but in edge workers: nothing that a bundler, a service worker or a strict loader could lose.

import { moduleBytes } from "../inline.js";
import { supply } from "../library.js";

supply(moduleBytes);
