/** `/-/account/terms`: users read and accept the terms of the instance. */
import type { ServiceClient } from '@forgemesh/rpc';
import type { TermsServiceDefinition } from '@forgemesh/proto/identity/v1/terms';
import type { AccountResource } from './account-resource';

/** Creates the resource. */
export function terms(service: ServiceClient<typeof TermsServiceDefinition>): AccountResource {
  return {
    path: '/-/account/terms',
    pagePath: '/-/users/terms',
    async load() {
      const { version, terms_html } = await service.getTerms({});
      return { version, terms_html };
    },
    async submit({ params: { version = '', login = '', secret = '' }, address }) {
      const { username } = await service.acceptTerms({ version, login, secret, address });
      return { username };
    },
  };
}
