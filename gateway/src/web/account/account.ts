/**
 * JSON for the account pages. Those to which mails and refusals link need no session: a request
 * carries its own proof of identity, the token of a link or credentials. Users change their own
 * account with the token of their session. Errors are those of the API.
 */
import type { Request, Router } from 'express';
import { ForbiddenError } from '@forgemesh/errors';
import type { Caller } from '@forgemesh/rpc';
import type { CallContext } from '@forgemesh/telemetry';
import { MailStatusServiceDefinition } from '@forgemesh/proto/deliveries/v1/mail_status';
import { EmailConfirmationServiceDefinition } from '@forgemesh/proto/identity/v1/email_confirmation';
import { OwnAccountServiceDefinition } from '@forgemesh/proto/identity/v1/own_account';
import { PasswordResetServiceDefinition } from '@forgemesh/proto/identity/v1/password_reset';
import { RegistrationServiceDefinition } from '@forgemesh/proto/identity/v1/registration';
import { TermsServiceDefinition } from '@forgemesh/proto/identity/v1/terms';
import { credentialsOf, noteCaller, requireIdentity, type Authenticator, type Identity } from '../../auth/authenticate';
import type { AuthorizationCache } from '../../auth/authorization-cache';
import { parseForm } from '../../body/form';
import type { BodyReader } from '../../body/read-body';
import { emptyParams, type RawParams } from '../../params/nesting';
import type { RateLimiter } from '../../rate-limit/rate-limiter';
import { sendJson } from '../../response/send';
import type { HttpExchange } from '../../server/exchange';
import { callContextOf } from '../../upstream/call-context';
import { assertSameSite } from '../same-site';
import { createRouter, type WebResponse } from '../web-app';
import type { AccountRequest, AccountResource, UserResource } from './account-resource';
import { emailConfirmation } from './email-confirmation';
import { ownAccount } from './own-account';
import { passwordReset } from './password-reset';
import { registration } from './registration';
import { terms } from './terms';

const MAX_BODY_BYTES = 64 * 1024;

/** Dependencies of the resources. */
export interface AccountOptions {
  caller: Caller;
  authenticator: Authenticator;
  bodies: BodyReader;
  rateLimiter: RateLimiter;
  authorizationCache: AuthorizationCache;
  /** License tier of the instance, 0 to 3. */
  tier: number;
}

/** Creates the router of the resources. */
export function createAccount(options: AccountOptions): Router {
  const { caller } = options;
  const registrations = caller.client(RegistrationServiceDefinition, 'identity');
  const router = createRouter();
  addResources(router, options, [
    passwordReset(caller.client(PasswordResetServiceDefinition, 'identity')),
    emailConfirmation(caller.client(EmailConfirmationServiceDefinition, 'identity')),
    terms(caller.client(TermsServiceDefinition, 'identity')),
    ...registration({ registrations, mails: caller.client(MailStatusServiceDefinition, 'deliveries') }),
  ]);
  addUserResources(router, options, ownAccount(caller.client(OwnAccountServiceDefinition, 'identity')));
  return router;
}

function addResources(router: Router, options: AccountOptions, resources: readonly AccountResource[]): void {
  const { authorizationCache, bodies, rateLimiter } = options;
  for (const resource of resources) {
    const count = (exchange: HttpExchange): void => {
      // The path decides which limits count the request: the settings name the pages.
      rateLimiter.take({ ...exchange, path: resource.pagePath }, undefined);
    };
    const { load, submit } = resource;
    const route = router.route(resource.path);
    if (load)
      route.get(
        respondWith(async (exchange) => {
          count(exchange);
          assertSameSite(exchange);
          return load(requestOf(exchange, parseForm(exchange.query)));
        }),
      );
    if (submit)
      route.post(
        respondWith(async (exchange) => {
          count(exchange);
          assertSameSite(exchange);
          const request = requestOf(exchange, await bodies.readJson(exchange, MAX_BODY_BYTES));
          return authorizationCache.invalidateAround('everybody', () => submit(request));
        }),
      );
  }
}

function addUserResources(router: Router, options: AccountOptions, resources: readonly UserResource[]): void {
  const { authorizationCache, bodies, rateLimiter, tier } = options;
  for (const { path, pagePath, loadAsUser, submitAsUser } of resources) {
    const identify = async (exchange: HttpExchange, isRead: boolean): Promise<CallContext> => {
      assertSameSite(exchange);
      const identity = await identifyUser(options, exchange);
      rateLimiter.take({ ...exchange, path: pagePath }, exchange.userId);
      return callContextOf(exchange, { tier, identity, access: {}, isRead });
    };
    const route = router.route(path);
    if (loadAsUser)
      route.get(
        respondWith(async (exchange) => {
          const context = await identify(exchange, true);
          return loadAsUser({ ...requestOf(exchange, parseForm(exchange.query)), context });
        }),
      );
    route.post(
      respondWith(async (exchange) => {
        const context = await identify(exchange, false);
        const request = requestOf(exchange, await bodies.readJson(exchange, MAX_BODY_BYTES));
        return authorizationCache.invalidateAround('everybody', () => submitAsUser({ ...request, context }));
      }),
    );
  }
}

/** Returns the signed-in user. Nobody changes the account of another user in this way. */
async function identifyUser({ authenticator, rateLimiter }: AccountOptions, exchange: HttpExchange): Promise<Identity> {
  const identity = await authenticator.authenticate(credentialsOf(exchange, emptyParams())).catch((error: unknown) => {
    rateLimiter.takeRefused(exchange, error);
    throw error;
  });
  noteCaller(exchange, identity);
  requireIdentity(identity, { auth: 'user', scopes: ['api'] });
  if (identity.realUserId !== identity.user?.id) throw new ForbiddenError();
  return identity;
}

/** Creates the handler that sends an object, which nothing caches. */
function respondWith(respond: (exchange: HttpExchange) => Promise<object>) {
  return async (_request: Request, { locals: { exchange } }: WebResponse): Promise<void> => {
    exchange.label = 'account';
    exchange.response.setHeader('Cache-Control', 'no-store');
    sendJson(exchange, 200, await respond(exchange));
  };
}

function requestOf({ client }: HttpExchange, params: RawParams): AccountRequest {
  return { params: textsOf(params), address: client.address };
}

function textsOf(params: RawParams): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
