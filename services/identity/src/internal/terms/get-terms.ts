import { internalOperation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { renderMarkdown } from '@forgemesh/markdown';
import { TermsServiceDefinition } from '@forgemesh/proto/identity/v1/terms';
import { termsOf } from '#users';
import type { InternalTermsDeps } from './deps';

/** Gets the terms. */
export const getTerms = internalOperation(
  TermsServiceDefinition.getTerms,
  async (_request, { deps }: Call<InternalTermsDeps>) => {
    const terms = termsOf(deps.settings.current());
    if (!terms) throw new NotFoundError('Terms');
    return { version: terms.version, terms_html: await renderMarkdown(terms.text, 'terms') };
  },
);
