// Runs a program with the Node runtime of this repository:
// `node scripts/run.mjs [Node options] FILE [arguments]`. The machine's own Node runs only this
// file and `bootstrap/`, which check the machine and install the dependencies; both are therefore
// plain JavaScript.

import { createRuntimeEnvironment, findRuntime } from './bootstrap/runtime.mjs';
import { checkMachine, installDependencies, RequirementError } from './bootstrap/requirements.mjs';
import { runToEnd } from './bootstrap/run-to-end.mjs';

try {
  const [file, ...args] = process.argv.slice(2);
  if (file === undefined) throw new RequirementError('Usage: node scripts/run.mjs [Node options] FILE [arguments]');
  checkMachine();
  await installDependencies();
  const runtime = findRuntime();
  if (runtime.path !== process.execPath) {
    console.error(`Running with Node ${runtime.version} (the machine's own version is ${process.versions.node})`);
  }
  runToEnd(runtime.path, [file, ...args], createRuntimeEnvironment(runtime));
} catch (error) {
  console.error(error instanceof RequirementError ? error.message : error);
  process.exitCode = 1;
}
