/** Serves one SSH connection: signs in with a key, then runs commands. */
import type { Shares } from '@forgemesh/admission';
import type { Connection, ServerChannel, Session } from 'ssh2';
import { authenticateKey, type ClientAddress, type PresentedKey } from './authenticate-key';
import { greet, runCommand } from './run-command';
import type { SshOptions } from './ssh-options';

/** Idle timeout while no command runs; a session that was only opened does not count. */
const GRACE_MS = 30_000;
/** Maximum number of concurrent commands per connection. */
const MAX_COMMANDS = 8;

/** What a client needs. */
export interface ServedClientOptions extends SshOptions {
  /** Connections of all clients that have signed in, of which each user may have a share. */
  connections: Shares;
}

/** Serves a client until it disconnects. */
export function serveClient(
  client: Connection,
  from: ClientAddress,
  { connections, ...options }: ServedClientOptions,
): void {
  let key: PresentedKey | undefined;
  let sessions = 0;
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  const resetIdleTimer = (): void => {
    clearTimeout(timer);
    if (running === 0) timer = setTimeout(() => client.end(), GRACE_MS).unref();
  };
  const run = async (work: Promise<void>): Promise<void> => {
    running++;
    resetIdleTimer();
    await work;
    running--;
    resetIdleTimer();
  };
  client.once('close', () => clearTimeout(timer));
  authenticateKey(client, from, options, (presented) => (key = presented));
  client.once('ready', () => {
    if (!key) return void client.end();
    const presented = key;
    const caller = { key: presented.owner, isAnonymous: false };
    if (!connections.take(caller)) return void client.end();
    client.once('close', () => connections.give(caller));
    resetIdleTimer();
    client.on('session', (accept, reject) => {
      if (sessions >= MAX_COMMANDS) return void reject();
      sessions++;
      const session = accept();
      session.once('close', () => sessions--);
      serveSession(session, {
        runCommand: (channel, command) => void run(runCommand(channel, { ...command, key: presented }, options)),
        greet: (channel) => void run(greet(channel, presented, options)),
      });
    });
  });
}

/** What a client can request in a session. */
interface SessionHandlers {
  runCommand(channel: ServerChannel, command: { command: string; protocol: string }): void;
  greet(channel: ServerChannel): void;
}

/** Serves a session, which runs one command. */
function serveSession(session: Session, handlers: SessionHandlers): void {
  let protocol = '';
  session.on('env', (accept, reject, { key: name, val }) => {
    if (name !== 'GIT_PROTOCOL') return void (reject as (() => void) | undefined)?.();
    protocol = val;
    // Most clients do not request a reply.
    (accept as (() => void) | undefined)?.();
  });
  session.once('exec', (accept, _reject, { command }) => handlers.runCommand(accept(), { command, protocol }));
  session.once('shell', (accept) => handlers.greet(accept()));
}
