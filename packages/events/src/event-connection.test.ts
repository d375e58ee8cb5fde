import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configuredServers, serverOptions } from './event-connection';

describe('the servers of NATS', () => {
  it('get the user and password of the URL', () => {
    expect(serverOptions({ url: 'nats://projects:p%40ss@events:4222' })).toEqual({
      servers: ['events:4222'],
      user: 'projects',
      pass: 'p@ss',
    });
  });

  it('may be several, one of which has the user', () => {
    expect(serverOptions({ url: 'nats://geo:secret@a:4222, b:4222' })).toEqual({
      servers: ['a:4222', 'b:4222'],
      user: 'geo',
      pass: 'secret',
    });
  });

  it('are connected over TLS if the URL or a certificate requires it', () => {
    expect(serverOptions({ url: 'tls://events:4222' })).toMatchObject({ tls: {} });
    expect(serverOptions({ url: 'nats://events:4222', caFile: '/ca.crt' })).toMatchObject({
      tls: { caFile: '/ca.crt' },
    });
  });

  it('get a credentials file', () => {
    const credentialsFile = join(mkdtempSync(join(tmpdir(), 'forge-nats-')), 'user.creds');
    writeFileSync(credentialsFile, '');
    expect(serverOptions({ url: 'nats://events:4222', credentialsFile }).authenticator).toBeInstanceOf(Function);
    const config = { NATS_URL: 'nats://a:1', FORGE_NATS_CREDENTIALS: '/none', FORGE_NATS_CA: '' };
    expect(() => serverOptions(configuredServers(config))).toThrow('ENOENT');
  });

  it('are refused without their password in the message if they are not a URL', () => {
    expect(() => serverOptions({ url: 'nats://user:secret@[' })).toThrow('The address of NATS is not a valid URL');
  });
});
