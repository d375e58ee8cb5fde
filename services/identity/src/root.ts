/**
 * The first administrator: `root`, with a token that is kept in a file readable to its owner only.
 *
 * The file is written before the token is stored, so that an interrupted first start never leaves a
 * token that nobody knows.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDuplicateKey } from '@forgemesh/data';
import { config } from './config';
import type { Identity } from './deps';
import { newToken } from './credentials/tokens/new-token';
import { createToken } from './credentials/tokens/secrets/token-secrets';
import { availableScopes } from './credentials/tokens/token.model';
import { newUser } from './users/users/new-user';

/** What creating the user and its tokens needs. */
type RootStores = Pick<Identity, 'users' | 'tokens' | 'sequences' | 'secrets'>;

/** Id of the first administrator and of its first token. */
const ROOT_ID = 1;
const CLAIM_RETRY_MS = 1_000;
const FIRST_TOKEN = 'First start';
const LATER_TOKEN = 'New root token';

const rootFields = {
  username: 'root',
  name: 'Administrator',
  email: 'admin@example.com',
  admin: true,
  skip_confirmation: true,
  force_random_password: true,
};

/**
 * Creates the first administrator with its token at the first start, and claims its name in the
 * background. Later starts never store a token, whatever became of the first one: a revoked or
 * removed administrator does not come back.
 */
export async function makeRoot(deps: Identity): Promise<void> {
  if (!(await hadTokens(deps))) {
    await storeRootUser(deps);
    await storeFirstToken(deps);
  } else if (config.FORGE_ROOT_TOKEN !== '' && !existsSync(config.FORGE_ROOT_TOKEN_FILE)) {
    if (await isValid(deps, config.FORGE_ROOT_TOKEN)) writeTokenFile(config.FORGE_ROOT_TOKEN);
  }
  // Not awaited: projects may be waiting for this service.
  void claimRootNamespace(deps);
}

/** Whether a token was ever stored: the sequence of their ids outlives the tokens. */
async function hadTokens({ tokens, sequences }: RootStores): Promise<boolean> {
  const isDrawn = (await sequences.names('tokens')).includes('tokens');
  return isDrawn || (await tokens.model.exists({})) !== null;
}

async function isValid({ tokens, secrets }: RootStores, token: string): Promise<boolean> {
  const digest = { $in: secrets.digestsOf(token) };
  return (await tokens.model.exists({ digest, revoked: false })) !== null;
}

/** A token that was issued to the first administrator. */
export interface IssuedRootToken {
  username: string;
  token: string;
  /** Whether the user was blocked, deactivated or no administrator before. */
  wasRestored: boolean;
}

/**
 * Issues another token to the first administrator, for operators who have lost theirs, and stores
 * it in the same file. The user becomes an active administrator again if it was not. Earlier
 * tokens stay as they are.
 */
export async function issueRootToken(deps: RootStores): Promise<IssuedRootToken> {
  await storeRootUser(deps);
  let wasRestored = false;
  const user = await deps.users.mutate(ROOT_ID, ({ state, admin }) => {
    wasRestored = state !== 'active' || !admin;
    if (!wasRestored) return null;
    const changes = { state: { from: state, to: 'active' }, admin: { from: admin, to: true } };
    return {
      set: { state: 'active', admin: true, updated_at: new Date() },
      events: [{ type: 'identity.user.updated', actor: null, changes }],
    };
  });
  if (!user) throw new Error('the first administrator could not be stored');
  await ignoreDuplicate(() => deps.sequences.raise('tokens', ROOT_ID));
  const token = createToken();
  // An interruption leaves the token in one of the two files.
  prepareTokenFile(token);
  if (!(await storeToken(deps, token, await deps.tokens.nextId(), LATER_TOKEN)))
    throw new Error('the token could not be stored');
  replaceTokenFile();
  return { username: user.username, token, wasRestored };
}

async function storeRootUser({ users, sequences }: RootStores): Promise<void> {
  if (await users.find(ROOT_ID)) return;
  // The first start does not wait for the settings: this is what they begin with.
  const settings = { default_projects_limit: 100_000, user_default_external: false };
  const user = await newUser(rootFields, { settings, tier: 0 });
  await ignoreDuplicate(() => sequences.raise('users', ROOT_ID));
  await ignoreDuplicate(() =>
    users.insert({ ...user, _id: ROOT_ID }, [{ type: 'identity.user.created', actor: null }]),
  );
}

async function storeFirstToken(deps: Identity): Promise<void> {
  const file = config.FORGE_ROOT_TOKEN_FILE;
  // An interrupted first start left the file: its token goes on.
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const token = config.FORGE_ROOT_TOKEN || kept || createToken();
  if (token !== kept) writeTokenFile(token);
  const isStored = await storeToken(deps, token, ROOT_ID);
  // Says that the first start is over, so it comes last.
  await ignoreDuplicate(() => deps.sequences.raise('tokens', ROOT_ID));
  // Another replica was first, and its token is the one that counts.
  if (!isStored && token !== kept && config.FORGE_ROOT_TOKEN === '') rmSync(file, { force: true });
}

/** False where the token, or the first one, is stored already. */
async function storeToken(
  { tokens, secrets }: RootStores,
  token: string,
  id: number,
  name = FIRST_TOKEN,
): Promise<boolean> {
  return ignoreDuplicate(() =>
    tokens.insert({
      ...newToken(token, secrets),
      _id: id,
      user_id: ROOT_ID,
      name,
      scopes: availableScopes,
      impersonation: false,
      expires_at: null,
    }),
  );
}

function writeTokenFile(token: string): void {
  prepareTokenFile(token);
  replaceTokenFile();
}

/** Writes the new file beside the present one. */
function prepareTokenFile(token: string): void {
  const file = config.FORGE_ROOT_TOKEN_FILE;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${token}\n`, { mode: 0o600 });
  // A file that an interrupted start left behind keeps the rights it had.
  chmodSync(`${file}.new`, 0o600);
}

function replaceTokenFile(): void {
  renameSync(`${config.FORGE_ROOT_TOKEN_FILE}.new`, config.FORGE_ROOT_TOKEN_FILE);
}

/** False where the document is there already. */
async function ignoreDuplicate(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Tries until the owner of names answers. Repeated at each start: claiming and confirming twice
 * changes nothing.
 */
async function claimRootNamespace({ users, namespaces, stopping, log }: Identity): Promise<void> {
  const { signal } = stopping;
  while (!signal.aborted) {
    try {
      const root = await users.find(ROOT_ID);
      if (!root) return;
      const claim = { path: root.username, user_id: ROOT_ID };
      await namespaces.claimNamespace({ ...claim, name: root.name });
      await namespaces.confirmNamespace(claim);
      return;
    } catch (error) {
      if (signal.aborted) return;
      log.debug({ err: error }, 'namespace of root not claimed yet');
      await sleep(CLAIM_RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
