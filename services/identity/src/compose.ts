/** Creates the dependencies of the identity service. */
import { join } from 'node:path';
import { createLongLists, QueryCache, type Outbox } from '@forgemesh/data';
import { watchSettings } from '@forgemesh/events';
import { createDigests, createSecretBox } from '@forgemesh/security';
import { createObjectStorage, type Runtime } from '@forgemesh/service';
import { ExistenceServiceDefinition } from '@forgemesh/proto/projects/v1/existence';
import { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import { NamespaceClaimServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import type { IdentityConfig } from './config';
import { presentDeployTokenForEvent } from './credentials/deploy-tokens/deploy-token.entity';
import { createDeployTokenModel } from './credentials/deploy-tokens/deploy-token.model';
import { presentGpgKeyForEvent } from './credentials/gpg-keys/gpg-key.entity';
import { createGpgKeyModel } from './credentials/gpg-keys/gpg-key.model';
import { createTokenHolders } from './authentication/token-holders';
import { createPasswordSignIn } from './sign-in/passwords/password-sign-in';
import { createGitSignInRecorder } from './sign-in/sign-ins/git-sign-in-recorder';
import { createLinkSecrets } from './sign-in/email-links/link-secrets';
import { createSignInFailureModel } from './sign-in/passwords/sign-in-failure.model';
import { presentSshKeyForEvent } from './credentials/ssh-keys/ssh-key.entity';
import { createSshKeyModel } from './credentials/ssh-keys/ssh-key.model';
import { createStaticObjectTokenModel } from './credentials/static-object-tokens/static-object-token.model';
import { createActivityRecorder } from './authentication/activity';
import { createAddressModel } from './credentials/tokens/addresses/address.model';
import { createIssuedSecretModel } from './credentials/tokens/secrets/issued-secret.model';
import { createImpersonationRecorder } from './credentials/tokens/impersonation/impersonation-recorder';
import { createTokenModel, type TokenDocument } from './credentials/tokens/token.model';
import { presentTokenForEvent } from './credentials/tokens/token.entity';
import { createTokenSecrets } from './credentials/tokens/secrets/token-secrets';
import { createDraftModel } from './users/accounts/drafts/user-draft.model';
import { PasswordTransition } from './users/accounts/passwords/password-transition';
import { createPasswordTransitionModel } from './users/accounts/passwords/password-transition.model';
import { createPasswords } from './users/accounts/passwords/passwords';
import { createUserModel, type UserDocument } from './users/accounts/user.model';
import { presentProfile } from './users/accounts/user.entity';
import { createOwnerCheck } from './sign-in/two-factor';
import { createTwoFactorModel } from './sign-in/two-factor/two-factor.model';
import { createUrls } from './urls';
import type { Identity } from './deps';

/**
 * Cache duration of tokens and their holders. The gateway caches results for another 500 ms, so
 * that an expired token works for at most one more second.
 */
const TOKEN_CACHE_MS = 500;
/** A user document may have some kilobytes. */
const MAX_CACHED_PROFILES = 2_000;

/** Creates the dependencies. */
export function createIdentity(runtime: Runtime<IdentityConfig>): Identity {
  const { config, connection, sequences, outbox, bus, caller, log } = runtime;
  const urls = createUrls(config.FORGE_EXTERNAL_URL);
  const users = outbox.store(createUserModel(connection), (user) => presentProfile(urls, user));
  const passwordBox = createSecretBox(config.FORGE_SECRET, 'passwords');
  const passwordTransition = new PasswordTransition({
    users: users.model,
    states: createPasswordTransitionModel(connection),
    box: passwordBox,
    markerFile: join(config.FORGE_DATA_DIR, 'passwords-sealed'),
    log,
  });
  const tokens = outbox.store(createTokenModel(connection), presentTokenForEvent);
  const sshKeys = outbox.store(createSshKeyModel(connection), presentSshKeyForEvent);
  const rights = { ttlMs: TOKEN_CACHE_MS, maxSharedMs: TOKEN_CACHE_MS };
  const tokenCache = new QueryCache<TokenDocument | null>(connection, ['tokens'], rights);
  const holderCache = new QueryCache<UserDocument | null>(connection, ['users'], rights);
  const settingsClient = caller.client(SettingsServiceDefinition, 'settings');
  const record: Outbox['record'] = (event, about) => outbox.record(event, about);
  const secrets = createTokenSecrets(config.FORGE_SECRET);
  const passwords = createPasswords({
    cost: config.FORGE_PASSWORD_COST,
    concurrency: config.FORGE_PASSWORD_CONCURRENCY,
    box: passwordBox,
    transition: passwordTransition,
  });
  const passwordChecks = new Map<string, Promise<boolean>>();
  const signInFailures = createSignInFailureModel(connection);
  const passwordSignIn = createPasswordSignIn({ users, record, passwords, passwordChecks, signInFailures });
  const secondFactors = {
    signInFailures,
    twoFactors: createTwoFactorModel(connection),
    twoFactorBox: createSecretBox(config.FORGE_SECRET, 'two_factor'),
    recoveryDigests: createDigests(config.FORGE_SECRET, 'recovery_code'),
  };
  const objectStorage = createObjectStorage('identity', runtime);
  return {
    users,
    record,
    impersonations: createImpersonationRecorder(record, log),
    gitSignIns: createGitSignInRecorder(record, log),
    userLists: createLongLists(users.model, log),
    sshKeys,
    gpgKeys: outbox.store(createGpgKeyModel(connection), presentGpgKeyForEvent),
    deployTokens: outbox.store(createDeployTokenModel(connection), presentDeployTokenForEvent),
    drafts: createDraftModel(connection),
    objectStorage,
    avatarFiles: objectStorage.fileStore('avatars'),
    avatarServiceUrl: config.FORGE_AVATAR_SERVICE_URL,
    tokenCache,
    tokenHolders: createTokenHolders({ tokens, tokenCache, secrets, users, holderCache }),
    holderCache,
    profileCache: new QueryCache(connection, ['users'], { maxEntries: MAX_CACHED_PROFILES }),
    tokens,
    sequences,
    issuedSecrets: createIssuedSecretModel(connection),
    issuedSecretBox: createSecretBox(config.FORGE_SECRET, 'issued_secrets'),
    isImpersonationEnabled: config.FORGE_IMPERSONATION_ENABLED,
    rootToken: { configured: config.FORGE_ROOT_TOKEN, file: config.FORGE_ROOT_TOKEN_FILE },
    passwords,
    passwordTransition,
    passwordBox,
    passwordChecks,
    passwordSignIn,
    ownerCheck: createOwnerCheck(secondFactors, passwordSignIn),
    addresses: createAddressModel(connection),
    ...secondFactors,
    staticObjectTokens: createStaticObjectTokenModel(connection),
    staticObjectTokenBox: createSecretBox(config.FORGE_SECRET, 'static_object_tokens'),
    secrets,
    linkSecrets: createLinkSecrets(config.FORGE_SECRET),
    activity: createActivityRecorder({
      users: users.model,
      tokens: tokens.model,
      sshKeys: sshKeys.model,
      log,
    }),
    access: caller.client(AccessServiceDefinition, 'projects'),
    existence: caller.client(ExistenceServiceDefinition, 'projects'),
    namespaces: caller.client(NamespaceClaimServiceDefinition, 'projects'),
    members: caller.client(MemberDirectoryServiceDefinition, 'projects'),
    settings: watchSettings({ fetch: () => settingsClient.getSettings({}), bus, subject: 'settings.changed', log }),
    urls,
    log,
    stopping: new AbortController(),
  };
}

/** Stops the background work. */
export async function closeIdentity({ settings, activity, stopping }: Identity): Promise<void> {
  stopping.abort();
  settings.close();
  await activity.close();
}
