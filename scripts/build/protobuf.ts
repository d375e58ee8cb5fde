// The protobuf library of the generated code, which is a dependency of that package and not of the
// tools. Loaded on first use, because a start with nothing to build does not need it.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import type * as Protobuf from '../../proto/node_modules/@bufbuild/protobuf/dist/esm/index.js';
import type * as WellKnown from '../../proto/node_modules/@bufbuild/protobuf/dist/esm/wkt/index.js';

export type { Protobuf };

const load = createRequire(join(root, 'proto/package.json'));

/** The library itself. */
export const protobuf = () => load('@bufbuild/protobuf') as typeof Protobuf;
/** The messages that describe protos. */
export const wellKnown = () => load('@bufbuild/protobuf/wkt') as typeof WellKnown;
