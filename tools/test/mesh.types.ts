// Compiles only while `mesh.d.cts` and `../faults/strike.d.cts` declare what the modules behind
// `mesh.cjs` and `strike.cjs` export. Suites are CommonJS, for which types cannot be imported.

import type * as Engines from '../engines/index.ts';
import type * as Strike from '../faults/strike.ts';
import type { silentLog } from '../lib/log.ts';
import type * as Mesh from '../mesh/index.ts';
import type * as DebianPackages from './debian-packages.ts';
import type * as EarlierVersion from './earlier-version.ts';
import type * as McpGitlab from './mcp-gitlab.ts';
import type * as PythonGitlab from './python-gitlab.ts';
import type * as Secrets from './secrets.ts';
import type * as DeclaredMesh from './mesh.cjs';
import type * as DeclaredStrike from '../faults/strike.cjs';

type Exports = { silentLog: typeof silentLog } & typeof Engines &
  typeof Mesh &
  typeof DebianPackages &
  typeof EarlierVersion &
  typeof McpGitlab &
  typeof PythonGitlab &
  typeof Secrets;

export type CheckMesh<Actual extends Omit<typeof DeclaredMesh, 'default'> = Exports> = Actual;
export type CheckStrike<Actual extends Omit<typeof DeclaredStrike, 'default'> = typeof Strike> = Actual;
