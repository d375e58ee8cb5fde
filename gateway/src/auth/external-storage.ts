/**
 * External storage of static objects: a content delivery network, for example, that serves raw
 * files and archives of repositories.
 *
 * Clients are redirected to it. It fetches an object from here with the secret of the settings in a
 * header, and with the static object token of the user who needs access. That token is accepted
 * from the storage only.
 */
import { UnauthenticatedError } from '@forgemesh/errors';
import type { Caller } from '@forgemesh/rpc';
import { isSameSecret } from '@forgemesh/security';
import { StaticObjectTokenServiceDefinition } from '@forgemesh/proto/identity/v1/static_object_token';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { RawParams } from '../params/nesting';
import type { AccessRule, CompiledOperation } from '../routing/compile-operation';
import { headerOf, type HttpExchange } from '../server/exchange';
import { scalarOf, type Identity } from './authenticate';
import { evaluateAccess, type Grants } from './authorize';

/** The settings of the storage. */
export type StorageSettings = Pick<ApplicationSettings, 'static_objects_external_storage_url' | 'secrets'>;

/** The part of an operation that decides about the storage. */
export type StoredOperation = Pick<CompiledOperation, 'isStaticObject' | 'access'>;

/** The storage of this instance. */
export interface ExternalStorage {
  /** Whether the storage serves the responses of an operation. */
  serves(operation: StoredOperation): boolean;
  /**
   * Whether a request is sent by the storage. Throws UnauthenticatedError if it carries a wrong
   * secret.
   */
  isSender(exchange: HttpExchange, operation: StoredOperation): boolean;
  /**
   * Authenticates the user on whose behalf the storage sends a request; undefined if it names none.
   * Throws ForgeError.
   */
  authenticate(exchange: HttpExchange, params: RawParams): Promise<Identity | undefined>;
  /**
   * Returns the address in the storage to which a caller with access is redirected; undefined if
   * the request is served here. It has the token of the caller if not everybody has access.
   */
  addressFor(
    exchange: HttpExchange,
    operation: StoredOperation,
    granted: { identity: Identity; access: Grants },
  ): Promise<string | undefined>;
}

/** Header with the secret of the storage. */
export const STORAGE_SECRET_HEADER = 'x-gitlab-external-storage-token';
const TOKEN_HEADER = 'x-gitlab-static-object-token';
const TOKEN_PARAM = 'token';
/** Parameters that authenticate at this instance; the storage does not get them. */
const CREDENTIAL_PARAMS = ['private_token', 'access_token', 'sudo', TOKEN_PARAM];
/** Maximum length of a token; longer ones are refused without a call. */
const MAX_TOKEN_LENGTH = 64;

/** Creates the storage. Without settings there is none. */
export function createExternalStorage(
  caller: Caller,
  settings: () => Partial<StorageSettings> | undefined,
): ExternalStorage {
  const tokens = caller.client(StaticObjectTokenServiceDefinition, 'identity');
  const current = (): { url: string; secret: string } | undefined => {
    const { static_objects_external_storage_url: url = '', secrets } = settings() ?? {};
    const secret = secrets?.static_objects_external_storage_auth_token ?? '';
    return url === '' || secret === '' ? undefined : { url, secret };
  };
  const isSender: ExternalStorage['isSender'] = (exchange, { isStaticObject }) => {
    const storage = isStaticObject ? current() : undefined;
    const sent = storage && headerOf(exchange, STORAGE_SECRET_HEADER);
    if (!storage || sent === undefined) return false;
    if (!isSameSecret(sent, storage.secret)) throw new UnauthenticatedError();
    return true;
  };
  return {
    serves: ({ isStaticObject }) => isStaticObject && current() !== undefined,
    isSender,
    async authenticate(exchange, params) {
      const token = headerOf(exchange, TOKEN_HEADER) ?? scalarOf(params[TOKEN_PARAM]);
      if (token === undefined) return undefined;
      if (token.length > MAX_TOKEN_LENGTH) throw new UnauthenticatedError();
      const { user } = await tokens.authenticateStaticObjectToken({ token });
      if (!user) throw new UnauthenticatedError();
      return { user, realUserId: user.id, scopes: ['read_repository'] };
    },
    async addressFor(exchange, operation, { identity: { user }, access }) {
      const storage = operation.isStaticObject ? current() : undefined;
      if (!storage || isSender(exchange, operation)) return undefined;
      const params = new URLSearchParams(exchange.query);
      for (const name of CREDENTIAL_PARAMS) params.delete(name);
      if (user && !isOpenToAll(operation.access, access)) {
        const { token } = await tokens.issueStaticObjectToken({ user_id: user.id });
        params.set(TOKEN_PARAM, token);
      }
      const query = params.toString();
      return `${baseOf(storage.url)}${exchange.path}${query === '' ? '' : `?${query}`}`;
    },
  };
}

/** Whether callers without a token have access, too. */
function isOpenToAll(rules: readonly AccessRule[], access: Grants): boolean {
  return rules.every((rule) => {
    const granted = access[rule.param];
    if (!granted || granted.externally_authorized) return false;
    const forVisitors = { ...granted, level: 0, open: granted.visibility === 'public' };
    return evaluateAccess(rule, forVisitors, true) === undefined;
  });
}

/** The URL without a slash at the end: paths begin with one. */
function baseOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
