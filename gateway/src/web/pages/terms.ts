/** `/-/users/terms`: users read and accept the terms of the instance. */
import { isForgeError } from '@forgemesh/errors';
import type { ServiceClient } from '@forgemesh/rpc';
import type { Terms, TermsServiceDefinition } from '@forgemesh/proto/identity/v1/terms';
import { Html, html, problemsOf } from './html';
import { REFUSED_FORM, type Page } from './page';

const TITLE = 'Terms of Service';
const PATH = '/-/users/terms';

/** Problems of a form, which is shown again. */
const problems = {
  unauthenticated: 'The user name and password, or the token, are not valid.',
  invalid_token: 'The token has expired.',
  insufficient_scope: 'The token is not sufficient: it needs the scope api.',
  conflict: 'The terms have changed: read them again.',
};

/** Creates the page. */
export function termsPage(service: ServiceClient<typeof TermsServiceDefinition>): Page {
  return {
    title: TITLE,
    path: PATH,
    async open() {
      return { status: 200, title: TITLE, content: form(await service.getTerms({}), '', []) };
    },
    async send({ params: { version = '', login = '', secret = '' }, address }) {
      try {
        const { username } = await service.acceptTerms({ version, login, secret, address });
        const content = html`<p>You have accepted the terms as <strong>${username}</strong>.</p>`;
        return { status: 200, title: TITLE, content };
      } catch (error) {
        const reason = isForgeError(error) ? error.reason : '';
        if (!(reason in problems)) throw error;
        const problem = problems[reason as keyof typeof problems];
        const content = form(await service.getTerms({}), login, [problem]);
        return { status: REFUSED_FORM, title: TITLE, content };
      }
    },
    sentences: {
      not_found: 'This instance has no terms.',
      forbidden:
        'This account may not accept the terms: it is blocked or deactivated, or the form was not sent from its own page.',
    },
  };
}

function form({ version, terms_html: text }: Terms, login: string, wrong: readonly string[]): Html {
  return html`<div class="text">${new Html(text)}</div>
    ${problemsOf(wrong)}
    <form method="post" action="${PATH}">
      <input type="hidden" name="version" value="${version}" />
      <label
        >User name or email (not required with a token)
        <input name="login" value="${login}" autocomplete="username" />
      </label>
      <label
        >Password, or a personal access token with the scope api
        <input type="password" name="secret" autocomplete="current-password" required />
      </label>
      <button type="submit">I accept these terms</button>
    </form>`;
}
