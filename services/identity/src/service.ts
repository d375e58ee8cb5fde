/** The collaborators of the identity service. */
import {
  createDigests,
  createFileStore,
  createLongLists,
  createSecretBox,
  followSettings,
  ReadCache,
  type EntityStore,
  type FileStore,
  type Logger,
  type LongLists,
  type Outbox,
  type Runtime,
  type SecretBox,
  type Sequences,
  type ServiceClient,
  type Settings,
} from '@forgemesh/kit';
import { ExistenceServiceService } from '@forgemesh/proto/projects/v1/existence';
import { AccessServiceService } from '@forgemesh/proto/projects/v1/access';
import { NamespaceClaimServiceService } from '@forgemesh/proto/projects/v1/directory';
import { MemberDirectoryServiceService } from '@forgemesh/proto/projects/v1/member_directory';
import { SettingsServiceService, type ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import { config } from './config';
import { presentDeployTokenForEvent } from './deploy-tokens/deploy-token.entity';
import { createDeployTokenModel, type DeployTokenDocument } from './deploy-tokens/deploy-token.model';
import { presentGpgKeyForEvent } from './gpg-keys/gpg-key.entity';
import { createGpgKeyModel, type GpgKeyDocument } from './gpg-keys/gpg-key.model';
import { createLinkSecrets, type LinkSecrets } from './sign-in/mailed-links';
import { createSignInFailureModel, type SignInFailureDocument } from './sign-in/sign-in-failure.model';
import { presentSshKeyForEvent } from './ssh-keys/ssh-key.entity';
import { createSshKeyModel, type SshKeyDocument } from './ssh-keys/ssh-key.model';
import { createActivityRecorder, type ActivityRecorder } from './tokens/activity';
import { createAddressModel, type AddressDocument } from './tokens/address.model';
import { createIssuedSecretModel, type IssuedSecretDocument } from './tokens/issued-secret.model';
import { createImpersonationRecorder, type ImpersonationRecorder } from './tokens/impersonation-recorder';
import { createTokenModel, type TokenDocument } from './tokens/token.model';
import { presentTokenForEvent } from './tokens/token.entity';
import { createTokenSecrets, type TokenSecrets } from './tokens/token-secrets';
import { createDraftModel, type UserDraft } from './users/user-draft.model';
import { createUserModel, type UserDocument } from './users/user.model';
import { presentProfile } from './users/user.entity';

/** The gateway caches answers for another 500 ms: a token that expires counts for a second longer at most. */
const RIGHTS_MS = 500;

import { createTwoFactorModel, type TwoFactorDocument } from './two-factor/two-factor.model';

/** What operations and schedules share. */
export interface Identity {
  users: EntityStore<UserDocument>;
  /** Publishes an event about something that changes no document. */
  record: Outbox['record'];
  /** Records that administrators act as other users. */
  impersonations: ImpersonationRecorder;
  userLists: LongLists<UserDocument>;
  sshKeys: EntityStore<SshKeyDocument>;
  gpgKeys: EntityStore<GpgKeyDocument>;
  deployTokens: EntityStore<DeployTokenDocument>;
  drafts: Model<UserDraft>;
  /** Pictures of users. */
  avatarFiles: FileStore;
  tokens: EntityStore<TokenDocument>;
  /** Sealed copies of tokens that were issued a moment ago. */
  issuedSecrets: Model<IssuedSecretDocument>;
  issuedSecretBox: SecretBox;
  addresses: Model<AddressDocument>;
  signInFailures: Model<SignInFailureDocument>;
  /** Second factors of users, by the ids of these. */
  twoFactors: Model<TwoFactorDocument>;
  /** Seals the secrets of authenticators. */
  twoFactorBox: SecretBox;
  /** Digests of a recovery code by each key, that of the present one first. */
  recoveryDigests: (code: string) => string[];
  /** Tokens by digest: many requests ask for the same ones. */
  knownTokens: ReadCache<TokenDocument | null>;
  /** Holders of tokens by id. */
  knownHolders: ReadCache<UserDocument | null>;
  sequences: Sequences;
  secrets: TokenSecrets;
  /** What links carry that go out by mail. */
  linkSecrets: LinkSecrets;
  activity: ActivityRecorder;
  access: ServiceClient<typeof AccessServiceService>;
  /** Whether projects and groups exist. */
  existence: ServiceClient<typeof ExistenceServiceService>;
  namespaces: ServiceClient<typeof NamespaceClaimServiceService>;
  members: ServiceClient<typeof MemberDirectoryServiceService>;
  settings: Settings<ApplicationSettings>;
  log: Logger;
  /** Ends what runs in the background. */
  stopping: AbortController;
}

/** Makes the collaborators. */
export function createIdentity({ connection, sequences, outbox, bus, caller, log }: Runtime): Identity {
  const users = outbox.store(createUserModel(connection), (user) => presentProfile(user));
  const tokens = outbox.store(createTokenModel(connection), presentTokenForEvent);
  const rights = { lifeMs: RIGHTS_MS, underWayMs: RIGHTS_MS };
  const knownTokens = new ReadCache<TokenDocument | null>(connection, ['tokens'], rights);
  const knownHolders = new ReadCache<UserDocument | null>(connection, ['users'], rights);
  const settingsClient = caller.client(SettingsServiceService, 'settings');
  const record: Outbox['record'] = (event, about) => outbox.record(event, about);
  return {
    users,
    record,
    impersonations: createImpersonationRecorder(record, log),
    userLists: createLongLists(users.model, log),
    sshKeys: outbox.store(createSshKeyModel(connection), presentSshKeyForEvent),
    gpgKeys: outbox.store(createGpgKeyModel(connection), presentGpgKeyForEvent),
    deployTokens: outbox.store(createDeployTokenModel(connection), presentDeployTokenForEvent),
    drafts: createDraftModel(connection),
    avatarFiles: createFileStore(connection, 'avatars'),
    knownTokens,
    knownHolders,
    tokens,
    sequences,
    issuedSecrets: createIssuedSecretModel(connection),
    issuedSecretBox: createSecretBox(config.FORGE_SECRET, 'issued_secrets'),
    addresses: createAddressModel(connection),
    signInFailures: createSignInFailureModel(connection),
    twoFactors: createTwoFactorModel(connection),
    twoFactorBox: createSecretBox(config.FORGE_SECRET, 'two_factor'),
    recoveryDigests: createDigests(config.FORGE_SECRET, 'recovery_code'),
    secrets: createTokenSecrets(config.FORGE_SECRET),
    linkSecrets: createLinkSecrets(config.FORGE_SECRET),
    activity: createActivityRecorder({ users: users.model, tokens: tokens.model, log }),
    access: caller.client(AccessServiceService, 'projects'),
    existence: caller.client(ExistenceServiceService, 'projects'),
    namespaces: caller.client(NamespaceClaimServiceService, 'projects'),
    members: caller.client(MemberDirectoryServiceService, 'projects'),
    settings: followSettings({ fetch: () => settingsClient.getSettings({}), bus, subject: 'settings.changed', log }),
    log,
    stopping: new AbortController(),
  };
}

/** Ends what runs in the background. */
export async function closeIdentity({ settings, activity, stopping }: Identity): Promise<void> {
  stopping.abort();
  settings.close();
  await activity.close();
}
