/** Asks a package index to read the repository again. */
import { textOf } from '#integrations/settings';
import { urlBelow, type Sender } from './sender';

const PUBLIC_SERVER = 'https://packagist.org';

export const packagist: Sender = {
  message: ({ payload }) => ({ data: JSON.stringify(payload) }),
  target(properties) {
    const url = urlBelow(textOf(properties, 'server') || PUBLIC_SERVER, 'api', 'update-package');
    url.search = new URLSearchParams({
      username: textOf(properties, 'username'),
      apiToken: textOf(properties, 'token'),
    }).toString();
    return { url: url.toString() };
  },
};
