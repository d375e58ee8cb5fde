import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOrFail } from '../lib/processes.ts';
import { root } from '../lib/root.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'forgemesh-bundle-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
}

it('lets modules find the files beside them', async () => {
  write('shared/data.txt', 'data');
  write('shared/node_modules/library/list.txt', 'list');
  write('shared/computed.js', "module.exports = 'computed';");
  write(
    'shared/index.js',
    `const { readFileSync } = require('node:fs');
     const { join, basename } = require('node:path');
     const native = (() => { try { return require('./missing.node'); } catch (error) { return error.code; } })();
     exports.found = [
       readFileSync(join(__dirname, 'data.txt'), 'utf8'),
       basename(__filename),
       readFileSync(require.resolve('library/list.txt'), 'utf8'),
       native,
       require(\`./\${'computed'}.js\`),
     ];`,
  );
  const main = (name: string) =>
    write(`${name}/main.js`, `console.log(JSON.stringify([${name === 'a'}, ...require('../shared').found]));`);
  const input = { a: main('a'), b: main('b') };
  // The bundler is an ES module, which suites cannot load.
  const script = `import { buildBundle } from ${JSON.stringify(join(root, 'scripts/build/bundle.ts'))};
    await buildBundle(${JSON.stringify(input)}, ${JSON.stringify(join(folder, 'output'))});`;
  await runOrFail(process.execPath, ['--input-type=module', '--eval', script]);
  for (const name of ['a', 'b']) {
    const output = await runOrFail(process.execPath, [join(folder, 'output', `${name}.js`)], { cwd: tmpdir() });
    expect(JSON.parse(output)).toEqual([name === 'a', 'data', 'index.js', 'list', 'MODULE_NOT_FOUND', 'computed']);
  }
});
