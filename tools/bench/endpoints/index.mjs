// All rows, in the order in which they are measured: what changes the fixture comes last.

import { collaboration } from './collaboration.mjs';
import { reads } from './reads.mjs';
import { transport } from './transport.mjs';
import { writes } from './writes.mjs';

export { get } from './endpoint.mjs';

/** @param {import('./endpoint.mjs').Fixture} fixture @param {string} folder for the files of clients */
export function allEndpoints(fixture, folder) {
  return [...reads(fixture), ...collaboration(fixture), ...writes(fixture), ...transport(fixture, folder)];
}
