/** Attacks with requests of git clients that `kinds.ts` does not contain. */
import { once } from 'node:events';
import { Client, type ClientChannel } from 'ssh2';
import { requestHead, socketClient, writeSlowly, type HostileClient } from './hostile-client';
import type { AttackTarget } from './kinds';

const MIB = 1024 * 1024;
const packetLine = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text;

/** A new branch, and the beginning of a pack. */
const startOfPush = `${packetLine(`${'0'.repeat(40)} ${'1'.repeat(40)} refs/heads/slow\0report-status`)}0000PACK\0\0\0\x02\0\0\x27\x10`;

/** Sends a request and never reads the response. */
function withoutReading(target: AttackTarget, text: string): HostileClient {
  return socketClient(target, (socket) => {
    socket.pause();
    socket.write(text);
  });
}

/** A push over HTTP that has begun with some bytes. */
function pushOf(target: AttackTarget, start: string, then: (write: (chunk: string) => void) => void): HostileClient {
  const { username, token } = target.user;
  return socketClient(target, (socket) => {
    const write = (chunk: string): void => {
      socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`, 'latin1');
    };
    socket.resume();
    socket.write(
      requestHead('POST', `/${target.project.path}.git/git-receive-pack`, {
        'Content-Type': 'application/x-git-receive-pack-request',
        Authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`,
        'Transfer-Encoding': 'chunked',
      }),
    );
    write(start);
    then(write);
  });
}

/** A command over SSH. */
function sshCommand(target: AttackTarget, service: string, use: (channel: ClientChannel) => void): HostileClient {
  return async (signal, onOpen) => {
    const client = new Client();
    const close = (): void => void client.destroy();
    signal.addEventListener('abort', close, { once: true });
    client.on('error', close);
    const closed = once(client, 'close');
    client.on('ready', () => {
      client.exec(`${service} '${target.project.path}.git'`, (_error, channel) => {
        if (channel) {
          channel.on('error', () => undefined);
          use(channel);
        }
        onOpen();
      });
    });
    const { host, port } = target.ssh;
    client.connect({
      host,
      port,
      localAddress: target.localAddress,
      username: 'git',
      privateKey: target.user.privateKey,
    });
    await closed;
    signal.removeEventListener('abort', close);
  };
}

/** All attacks: what the clients do, by name. */
export const gitAttacks: Record<string, (target: AttackTarget) => HostileClient> = {
  'clone over protocol v0 and read nothing': (target) => {
    const body = `${packetLine(`want ${target.project.tip} side-band-64k\n`)}0000${packetLine('done\n')}`;
    const head = requestHead('POST', `/${target.project.path}.git/git-upload-pack`, {
      'Content-Type': 'application/x-git-upload-pack-request',
      'Content-Length': String(body.length),
    });
    return withoutReading(target, head + body);
  },

  'send the request of a fetch slowly': (target) =>
    socketClient(target, (socket) => {
      socket.resume();
      socket.write(
        requestHead('POST', `/${target.project.path}.git/git-upload-pack`, {
          'Content-Type': 'application/x-git-upload-pack-request',
          'Git-Protocol': 'version=2',
          'Content-Length': '100000',
        }),
      );
      writeSlowly(socket, packetLine('command=fetch'));
    }),

  'begin to push fast and then send nothing': (target) =>
    pushOf(target, startOfPush + 'x'.repeat(2 * MIB), () => undefined),

  'push over SSH at 512 bytes a second': (target) =>
    sshCommand(target, 'git-receive-pack', (channel) => {
      channel.resume();
      channel.write(startOfPush);
      const timer = setInterval(() => channel.write('x'.repeat(512)), 1000);
      channel.once('close', () => clearInterval(timer));
    }),

  'clone over SSH and read nothing': (target) =>
    sshCommand(target, 'git-upload-pack', (channel) => {
      channel.write(`${packetLine(`want ${target.project.tip} side-band-64k\n`)}0000${packetLine('done\n')}`);
    }),

  'read archives slowly': (target) =>
    withoutReading(
      target,
      requestHead('GET', `/api/v4/projects/${target.project.id}/repository/archive.tar?sha=${target.project.tip}`),
    ),
};
