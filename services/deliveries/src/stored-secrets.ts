import type { StoredSecrets } from '@forgemesh/service';
import type { Deliveries } from './deps';

/** The values that this service encrypts with the secret of the instance. */
export function storedSecrets({
  hookBox,
  integrationBox,
}: Pick<Deliveries, 'hookBox' | 'integrationBox'>): StoredSecrets {
  return {
    sealed: [
      {
        collection: 'hooks',
        box: hookBox,
        paths: ['token', 'url', 'signing_token'],
        projection: { token: 1, url: 1, signing_token: 1 },
      },
      { collection: 'integrations', box: integrationBox, paths: ['properties'], projection: { properties: 1 } },
    ],
  };
}
