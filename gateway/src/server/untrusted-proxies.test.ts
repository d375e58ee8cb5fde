import type { Logger } from '@forgemesh/telemetry';
import { reportUntrustedProxies } from './untrusted-proxies';

function start(externalUrl: string, trustedRanges: string[]) {
  const lines: string[] = [];
  const log = { warn: (_fields: object, line: string) => lines.push(line) } as unknown as Logger;
  return { lines, report: reportUntrustedProxies({ externalUrl, trustedRanges, log }) };
}

it('reports an HTTPS URL without trusted proxies at the start', () => {
  expect(start('https://forge.example', []).lines).toEqual([expect.stringContaining('FORGE_TRUSTED_PROXIES')]);
  expect(start('https://forge.example', ['10.0.0.0/8']).lines).toEqual([]);
  expect(start('http://forge.example', []).lines).toEqual([]);
});

it('reports only the first forwarded request', () => {
  const { lines, report } = start('http://forge.example', []);
  for (let times = 0; times < 3; times++) report('127.0.0.1');
  expect(lines).toEqual([expect.stringContaining('FORGE_TRUSTED_PROXIES')]);
});
