// Compiles only if `mesh.d.cts` and `../faults/inject-faults.d.cts` declare what the modules behind
// `mesh.cjs` and `inject-faults.cjs` export. Suites are CommonJS, for which the types cannot be
// imported.

import type * as Engines from '../datastores/index.ts';
import type * as InjectFaults from '../faults/inject-faults.ts';
import type { silentLog } from '../lib/log.ts';
import type * as Mesh from '../mesh/index.ts';
import type * as DebianPackages from './debian-packages.ts';
import type * as EarlierVersion from './earlier-version.ts';
import type * as McpGitlab from './mcp-gitlab.ts';
import type * as ObjectServer from './object-server.ts';
import type * as PythonGitlab from './python-gitlab.ts';
import type * as SampleEvents from './sample-events.ts';
import type * as Secrets from './secrets.ts';
import type * as DeclaredMesh from './mesh.cjs';
import type * as DeclaredInjectFaults from '../faults/inject-faults.cjs';

type Exports = { silentLog: typeof silentLog } & typeof Engines &
  typeof Mesh &
  typeof DebianPackages &
  typeof EarlierVersion &
  typeof McpGitlab &
  typeof ObjectServer &
  typeof PythonGitlab &
  typeof SampleEvents &
  typeof Secrets;

export type CheckMesh<Actual extends Omit<typeof DeclaredMesh, 'default'> = Exports> = Actual;
export type CheckInjectFaults<Actual extends Omit<typeof DeclaredInjectFaults, 'default'> = typeof InjectFaults> =
  Actual;
