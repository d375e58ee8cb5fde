/** A folder is lost file by file, while requests use it; they are repeated when it is removed. */

/** Attempts of work whose folder is lost meanwhile. */
export const ATTEMPTS_OF_LOST = 3;

/** How long in milliseconds the removal of the rest of a small folder takes. */
export const REMOVAL_MS = 50;
