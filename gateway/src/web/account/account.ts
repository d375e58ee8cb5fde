/**
 * JSON for the account pages, to which mails and refusals link. There is no session: a request
 * carries its own proof of identity, the token of a link or credentials. Errors are those of the
 * API.
 */
import type { Request, Router } from 'express';
import type { Caller } from '@forgemesh/rpc';
import { EmailConfirmationServiceDefinition } from '@forgemesh/proto/identity/v1/email_confirmation';
import { PasswordResetServiceDefinition } from '@forgemesh/proto/identity/v1/password_reset';
import { TermsServiceDefinition } from '@forgemesh/proto/identity/v1/terms';
import type { AuthorizationCache } from '../../auth/authorization-cache';
import { parseForm } from '../../body/form';
import type { BodyReader } from '../../body/read-body';
import type { RawParams } from '../../params/nesting';
import type { RateLimiter } from '../../rate-limit/rate-limiter';
import { sendJson } from '../../response/send';
import type { HttpExchange } from '../../server/exchange';
import { assertSameSite } from '../same-site';
import { createRouter, type WebResponse } from '../web-app';
import type { AccountRequest } from './account-resource';
import { emailConfirmation } from './email-confirmation';
import { passwordReset } from './password-reset';
import { terms } from './terms';

const MAX_BODY_BYTES = 64 * 1024;

/** Dependencies of the resources. */
export interface AccountOptions {
  caller: Caller;
  bodies: BodyReader;
  rateLimiter: RateLimiter;
  authorizationCache: AuthorizationCache;
}

/** Creates the router of the resources. */
export function createAccount({ caller, bodies, rateLimiter, authorizationCache }: AccountOptions): Router {
  const resources = [
    passwordReset(caller.client(PasswordResetServiceDefinition, 'identity')),
    emailConfirmation(caller.client(EmailConfirmationServiceDefinition, 'identity')),
    terms(caller.client(TermsServiceDefinition, 'identity')),
  ];
  const router = createRouter();
  for (const resource of resources) {
    const handle =
      (respond: (exchange: HttpExchange) => Promise<object>) =>
      async (_request: Request, { locals: { exchange } }: WebResponse): Promise<void> => {
        exchange.label = 'account';
        exchange.response.setHeader('Cache-Control', 'no-store');
        // The path decides which limits count the request: the settings name the pages.
        rateLimiter.take({ ...exchange, path: resource.pagePath }, undefined);
        assertSameSite(exchange);
        sendJson(exchange, 200, await respond(exchange));
      };
    router
      .route(resource.path)
      .get(handle(async (exchange) => resource.load(requestOf(exchange, parseForm(exchange.query)))))
      .post(
        handle(async (exchange) => {
          const request = requestOf(exchange, await bodies.readJson(exchange, MAX_BODY_BYTES));
          return authorizationCache.invalidateAround('everybody', () => resource.submit(request));
        }),
      );
  }
  return router;
}

function requestOf({ client }: HttpExchange, params: RawParams): AccountRequest {
  return { params: textsOf(params), address: client.address };
}

function textsOf(params: RawParams): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
