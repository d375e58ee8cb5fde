/** Serves one SSH connection: signs in with a key, then runs commands. */
import type { Connection, Session } from 'ssh2';
import { authenticateKey, type ClientAddress, type PresentedKey } from './authenticate-key';
import { refuse, runCommand } from './run-command';
import type { SshOptions } from './ssh-options';

/** Idle timeout between commands. */
const GRACE_MS = 30_000;
/** Maximum number of concurrent commands per connection. */
const MAX_COMMANDS = 8;

/** Serves a client until it disconnects. */
export function serveClient(client: Connection, from: ClientAddress, options: SshOptions): void {
  let key: PresentedKey | undefined;
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  const resetIdleTimer = (): void => {
    clearTimeout(timer);
    if (running === 0) timer = setTimeout(() => client.end(), GRACE_MS);
  };
  client.once('close', () => clearTimeout(timer));
  authenticateKey(client, from, options, (presented) => (key = presented));
  client.once('ready', () => {
    resetIdleTimer();
    client.on('session', (accept, reject) => {
      if (!key || running >= MAX_COMMANDS) return void reject();
      running++;
      resetIdleTimer();
      const session = accept();
      session.once('close', () => {
        running--;
        resetIdleTimer();
      });
      serveSession(session, key, options);
    });
  });
}

/** Serves a session, which runs one command. */
function serveSession(session: Session, key: PresentedKey, options: SshOptions): void {
  let protocol = '';
  session.on('env', (accept, reject, { key: name, val }) => {
    if (name !== 'GIT_PROTOCOL') return void (reject as (() => void) | undefined)?.();
    protocol = val;
    // Most clients do not request a reply.
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
