// Searches the logs of a mesh for secrets: its own key material, and those that suites recorded.

import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Parts of a line that may be a secret; a secret with other characters is searched for as a whole.
 */
const word = /[\w.~+-]{8,}/g;
const isWord = /^[\w.~+-]+$/;
const MAX_REPORTED_LINES = 20;

/**
 * @param further secrets
 * @returns the lines, each with its file name and without the secret
 */
export async function findSecretsInLogs(dataDir: string, further: string[] = []): Promise<string[]> {
  const secrets = [...secretsOf(dataDir), ...further];
  const words = new Set(secrets.filter((secret) => isWord.test(secret)));
  const others = secrets.filter((secret) => !isWord.test(secret));
  const found: string[] = [];
  const folder = join(dataDir, 'logs');
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    for await (const line of createInterface({ input: createReadStream(join(folder, file)) })) {
      const shown =
        (line.match(word) ?? []).find((each) => words.has(each)) ?? others.find((each) => line.includes(each));
      if (shown !== undefined) found.push(`${file}: ${line.replaceAll(shown, '[the secret]')}`);
    }
  }
  return found;
}

/**
 * @param further secrets
 * @throws if a line contains a secret
 */
export async function assertNoSecretsInLogs(dataDir: string, further?: string[]) {
  const lines = await findSecretsInLogs(dataDir, further);
  if (lines.length > 0) {
    throw new Error(`${lines.length} log lines contain a secret:\n${lines.slice(0, MAX_REPORTED_LINES).join('\n')}`);
  }
}

function secretsOf(dataDir: string): string[] {
  const [own, noted] = [join(dataDir, 'secret'), join(dataDir, 'seeded-secrets')];
  return [
    ...(existsSync(own) ? [readFileSync(own, 'utf8').trim()] : []),
    ...(existsSync(noted)
      ? readFileSync(noted, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : []),
  ];
}
