import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertNoSecretsInLogs, findSecretsInLogs } from './mesh.cjs';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'forgemesh-secrets-'));
  mkdirSync(join(dataDir, 'logs'));
  writeFileSync(join(dataDir, 'secret'), 'key-material\n');
  writeFileSync(join(dataDir, 'seeded-secrets'), '"glpat-0123456789"\n"two words\\nof a hook"\n');
});

afterEach(() => rmSync(dataDir, { recursive: true }));

function logged(...lines: object[]): void {
  writeFileSync(join(dataDir, 'logs/gateway.log'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

it('finds recorded secrets, key material and others in the logs', async () => {
  logged(
    { path: '/user?private_token=glpat-0123456789&x=1' },
    { path: '/user?private_token=glpat-01234567890' },
    { err: { message: 'bad key "key-material"' } },
    { token: 'of-root!' },
  );
  const found = await findSecretsInLogs(dataDir, ['of-root!']);
  expect(found).toEqual([
    'gateway.log: {"path":"/user?private_token=[the secret]&x=1"}',
    'gateway.log: {"err":{"message":"bad key \\"[the secret]\\""}}',
    'gateway.log: {"token":"[the secret]"}',
  ]);
  await expect(assertNoSecretsInLogs(dataDir)).rejects.toThrow('2 log lines contain a secret');
});

it('accepts logs without secrets', async () => {
  logged({ path: '/user' }, { words: 'two words of another hook' });
  await expect(assertNoSecretsInLogs(dataDir)).resolves.toBeUndefined();
});
