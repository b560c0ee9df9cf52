import { version as packageVersion } from "../package.json";

/** The version of this package, as in its package.json. */
export const version: string = packageVersion;
