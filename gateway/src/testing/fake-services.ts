/** Fake identity and projects services with fixed users and projects. */
import { createHash } from 'node:crypto';
import { Server, ServerCredentials, type handleUnaryCall, type sendUnaryData } from '@grpc/grpc-js';
import { ConflictError, ForbiddenError, ForgeError, NotFoundError, UnauthenticatedError } from '@forgemesh/errors';
import { toServiceError } from '@forgemesh/rpc';
import {
  DescriptorServiceDefinition,
  type Descriptors,
  type GetDescriptorsRequest,
} from '@forgemesh/proto/api/v1/descriptors';
import {
  AuthenticationServiceDefinition,
  type AuthenticateRequest,
  type AuthenticateResponse,
  type AuthenticatedUser,
  type DeployGrant,
} from '@forgemesh/proto/identity/v1/authentication';
import { EmailConfirmationServiceDefinition } from '@forgemesh/proto/identity/v1/email_confirmation';
import {
  OwnAccountServiceDefinition,
  type OwnAccount,
  type OwnAccountState,
} from '@forgemesh/proto/identity/v1/own_account';
import {
  PasswordResetServiceDefinition,
  type PasswordReset,
  type ResetPasswordRequest,
} from '@forgemesh/proto/identity/v1/password_reset';
import {
  TermsServiceDefinition,
  type AcceptTermsRequest,
  type AcceptTermsResponse,
  type GetTermsRequest,
  type Terms,
} from '@forgemesh/proto/identity/v1/terms';
import {
  AccessServiceDefinition,
  ReferenceKind,
  type AuthorizedResource,
  type AuthorizeRequest,
  type AuthorizeResponse,
} from '@forgemesh/proto/projects/v1/access';
import { facts } from './peer';

/** A running fake service. */
export interface FakeService {
  address: string;
  /** Number of authentication or authorization calls. */
  callCount(): number;
  close(): void;
}

interface Account {
  user: AuthenticatedUser;
  scopes: string[];
}

function account(id: number, username: string, scopes: string[], admin = false): Account {
  return { user: { id, username, name: username, admin, external: false }, scopes };
}

/** Accounts by token. */
export const accounts: Record<string, Account> = {
  'root-token': account(1, 'root', ['api', 'sudo'], true),
  'root-api-token': account(1, 'root', ['api'], true),
  'developer-token': account(30, 'developer', ['api']),
  'guest-token': account(10, 'guest', ['api']),
  'stranger-token': account(99, 'stranger', ['api']),
  'read-token': account(30, 'developer', ['read_api']),
  'pull-token': account(30, 'developer', ['read_repository']),
  'push-token': account(30, 'developer', ['write_repository']),
};

/** Access levels of users on projects by user id, if they differ from the id. */
export const levels = new Map<number, number>();

/** Access of machine tokens, by token. */
const machines: Record<string, DeployGrant> = {
  'machine-token': { project_id: 7, group_id: 0 },
};

/** Creates a resource with defaults for all other fields. */
export function resource(fields: Partial<AuthorizedResource>): AuthorizedResource {
  return {
    found: true,
    id: 7,
    kind: ReferenceKind.REFERENCE_KIND_PROJECT,
    full_path: 'group/demo',
    visibility: 'private',
    archived: false,
    level: 0,
    open: false,
    features: {},
    storage: 'default',
    default_branch: 'master',
    namespace_id: 3,
    path: 'demo',
    name: 'demo',
    ancestor_ids: [],
    ...fields,
  };
}

const projectsByRef: Record<string, Partial<AuthorizedResource>> = {
  '7': { id: 7, visibility: 'private' },
  'group/demo': { id: 7, visibility: 'private' },
  'group/de.mo': { id: 6, visibility: 'private' },
  '8': { id: 8, visibility: 'public', full_path: 'group/open' },
  'group/open': { id: 8, visibility: 'public', full_path: 'group/open' },
  'group/old': { id: 9, visibility: 'public', full_path: 'group/old', archived: true },
  '9': { id: 9, visibility: 'public', full_path: 'group/old', archived: true },
  'group/empty': { id: 10, visibility: 'private', full_path: 'group/empty', default_branch: '' },
  'group/lost': { id: 11, visibility: 'public', full_path: 'group/lost', storage: 'elsewhere' },
  'group/closed': {
    id: 12,
    visibility: 'public',
    full_path: 'group/closed',
    features: { repository: 'private', issues: 'disabled' },
  },
  '12': {
    id: 12,
    visibility: 'public',
    full_path: 'group/closed',
    features: { repository: 'private', issues: 'disabled' },
  },
};

/** Token of the only valid link, and the secret that accepts the terms. */
export const VALID_LINK = 'valid';

/** Starts the fake identity service with the tokens of `accounts`. */
export function startIdentity(): Promise<FakeService> {
  let callCount = 0;
  const authenticate: handleUnaryCall<AuthenticateRequest, AuthenticateResponse> = ({ request }, done) => {
    callCount++;
    try {
      done(null, identify(request));
    } catch (error) {
      done(toServiceError(error));
    }
  };
  return listen(
    (server) => {
      server.addService(AuthenticationServiceDefinition, { authenticate });
      server.addService(PasswordResetServiceDefinition, {
        issuePasswordReset: refuseLink,
        getPasswordReset: answerLink(() => ({ username: 'ada', minimum_password_length: 8 })),
        resetPassword: answerLink<ResetPasswordRequest, PasswordReset>(({ password, password_confirmation }) => {
          if (password !== password_confirmation)
            throw new ForgeError('bad_request', { password_confirmation: ["doesn't match Password"] });
          return { username: 'ada', minimum_password_length: 8 };
        }),
      });
      server.addService(EmailConfirmationServiceDefinition, {
        issueEmailConfirmation: refuseLink,
        getEmailConfirmation: answerLink(() => ({ email: 'ada@example.com', username: 'ada' })),
        confirmEmail: answerLink(() => ({ email: 'ada@example.com', username: 'ada' })),
      });
      server.addService(TermsServiceDefinition, { getTerms, acceptTerms });
      server.addService(OwnAccountServiceDefinition, {
        getOwnAccount: (_call: unknown, done: sendUnaryData<OwnAccountState>) => done(null, { has_password: true }),
        updateOwnProfile: answerOwner,
        changeOwnPassword: answerOwner,
        deleteOwnAccount: answerOwner,
      });
    },
    'identity',
    () => callCount,
  );
}

const answerOwner: handleUnaryCall<object, OwnAccount> = (_call, done) => done(null, { username: 'developer' });

const refuseLink: handleUnaryCall<object, never> = (_call, done) => done(toServiceError(new NotFoundError('Link')));

/** Answers a request with the token of the valid link. */
function answerLink<Request extends { token: string }, Response>(
  answer: (request: Request) => Response,
): handleUnaryCall<Request, Response> {
  return ({ request }, done) => {
    try {
      if (request.token !== VALID_LINK) throw new NotFoundError('Link');
      done(null, answer(request));
    } catch (error) {
      done(toServiceError(error));
    }
  };
}

const getTerms: handleUnaryCall<GetTermsRequest, Terms> = (_call, done) =>
  done(null, { version: 'v1', terms_html: '<p>Be kind</p>' });

const acceptTerms: handleUnaryCall<AcceptTermsRequest, AcceptTermsResponse> = ({ request }, done) => {
  if (request.version !== 'v1') done(toServiceError(new ConflictError()));
  else if (request.secret !== VALID_LINK) done(toServiceError(new UnauthenticatedError()));
  else done(null, { username: request.login });
};

function identify({ token, sudo, git }: AuthenticateRequest): AuthenticateResponse {
  const deploy = git ? machines[token] : undefined;
  if (deploy)
    return { user: undefined, real_user_id: 0, scopes: ['read_repository'], token_id: 2, ends_at_ms: 0, deploy };
  if (token === 'expired-token') {
    throw new ForgeError('invalid_token', undefined, {
      details: { error_description: 'Token is expired. You can either do re-authorization or token refresh.' },
    });
  }
  if (token === 'blocked-token') throw new ForbiddenError('Your account has been blocked.');
  const found = accounts[token];
  if (!found) throw new UnauthenticatedError();
  const response = {
    user: found.user,
    real_user_id: found.user.id,
    scopes: found.scopes,
    token_id: 1,
    ends_at_ms: 0,
    deploy: undefined,
  };
  if (sudo === '') return response;
  if (!found.user.admin) throw new ForbiddenError('Must be admin to use sudo');
  const target = Object.values(accounts).find(({ user }) => String(user.id) === sudo || user.username === sudo);
  if (!target) throw new NotFoundError(`User with ID or username '${sudo}'`);
  return { ...response, user: target.user };
}

/**
 * Starts the fake projects service: access levels are those of `levels`, otherwise the user's id if
 * below 60; administrators own everything, group 5 is readable by members.
 */
export function startProjects(): Promise<FakeService> {
  let callCount = 0;
  const authorize: handleUnaryCall<AuthorizeRequest, AuthorizeResponse> = ({ request }, done) => {
    callCount++;
    const { user_id: userId = 0, admin = false } = request.subject ?? {};
    const level = admin ? 50 : (levels.get(userId) ?? (userId < 60 ? userId : 0));
    const resources = request.references.map(({ kind, ref }) => {
      const found: Partial<AuthorizedResource> | undefined =
        kind === ReferenceKind.REFERENCE_KIND_PROJECT ? projectsByRef[ref] : ref === '5' ? { id: 5, kind } : undefined;
      const open = found?.visibility === 'public';
      return found && (open || level > 0) ? resource({ ...found, level, open }) : resource({ found: false, id: 0 });
    });
    done(null, { resources });
  };
  return listen(
    (server) => server.addService(AccessServiceDefinition, { authorize }),
    'projects',
    () => callCount,
  );
}

async function listen(add: (server: Server) => void, service: string, callCount: () => number): Promise<FakeService> {
  const server = new Server();
  add(server);
  const getDescriptors: handleUnaryCall<GetDescriptorsRequest, Descriptors> = (_call, done) => {
    const version = createHash('sha256').update(service).digest('hex');
    done(null, { service, version, file_descriptor_set: Buffer.alloc(0), ...facts });
  };
  server.addService(DescriptorServiceDefinition, { getDescriptors });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { address: `127.0.0.1:${port}`, callCount, close: () => server.forceShutdown() };
}
