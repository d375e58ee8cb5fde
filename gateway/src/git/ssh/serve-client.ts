/** One connection: signs in with a key, then runs commands. */
import type { Connection, Session } from 'ssh2';
import { authenticateKey, type ClientAddress, type ShownKey } from './authenticate-key';
import { refuse, runCommand } from './run-command';
import type { SshOptions } from './ssh-options';

/** Between commands. */
const GRACE_MS = 30_000;
/** Commands at once on one connection. */
const MAX_COMMANDS = 8;

/** Serves a client until it goes. */
export function serveClient(client: Connection, from: ClientAddress, options: SshOptions): void {
  let key: ShownKey | undefined;
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  const rest = (): void => {
    clearTimeout(timer);
    if (running === 0) timer = setTimeout(() => client.end(), GRACE_MS);
  };
  client.once('close', () => clearTimeout(timer));
  authenticateKey(client, from, options, (shown) => (key = shown));
  client.once('ready', () => {
    rest();
    client.on('session', (accept, reject) => {
      if (!key || running >= MAX_COMMANDS) return void reject();
      running++;
      rest();
      const session = accept();
      session.once('close', () => {
        running--;
        rest();
      });
      serveSession(session, key, options);
    });
  });
}

/** A session runs one command. */
function serveSession(session: Session, key: ShownKey, options: SshOptions): void {
  let protocol = '';
  session.on('env', (accept, reject, { key: name, val }) => {
    if (name !== 'GIT_PROTOCOL') return void (reject as (() => void) | undefined)?.();
    protocol = val;
    // Most clients do not wait for an answer.
    (accept as (() => void) | undefined)?.();
  });
  session.once(
    'exec',
    (accept, _reject, { command }) => void runCommand(accept(), { command, protocol, key }, options),
  );
  session.once('shell', (accept) =>
    refuse(accept(), 'You have signed in, but this service offers no shell: use git to clone, fetch and push.\n'),
  );
}
