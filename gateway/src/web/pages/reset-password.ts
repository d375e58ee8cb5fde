/** `/users/password/edit`: a user sets a password with the link in a mail. */
import type { ServiceClient } from '@forgemesh/rpc';
import type { PasswordReset, PasswordResetServiceDefinition } from '@forgemesh/proto/identity/v1/password_reset';
import { html, problemsOf, type Html } from './html';
import { fieldProblems, REFUSED_FORM, type Page } from './page';

const TITLE = 'Set your password';
const PATH = '/users/password/edit';
const fields = { password: 'The password', password_confirmation: 'The repeated password' };

/** Creates the page. */
export function resetPasswordPage(resets: ServiceClient<typeof PasswordResetServiceDefinition>): Page {
  return {
    title: TITLE,
    path: PATH,
    async open({ params: { reset_password_token: token = '' }, address }) {
      const reset = await resets.getPasswordReset({ token, address });
      return { status: 200, title: TITLE, content: form(reset, token, []) };
    },
    async send({ params, address }) {
      const { reset_password_token: token = '', password = '', password_confirmation = '' } = params;
      try {
        const { username } = await resets.resetPassword({ token, password, password_confirmation, address });
        const content = html`<p>The password of <strong>${username}</strong> is set. You can sign in with it now.</p>`;
        return { status: 200, title: TITLE, content };
      } catch (error) {
        const problems = fieldProblems(error, fields);
        if (!problems) throw error;
        const reset = await resets.getPasswordReset({ token, address });
        return { status: REFUSED_FORM, title: TITLE, content: form(reset, token, problems) };
      }
    },
    sentences: {
      not_found:
        'This link is no longer valid: it was used, a newer one was sent, the password was changed, or it is older than six hours. Ask an administrator for a new one.',
    },
  };
}

function form(
  { username, minimum_password_length: minimum }: PasswordReset,
  token: string,
  problems: readonly string[],
): Html {
  return html`<p>Choose a password for the account <strong>${username}</strong>: at least ${minimum} characters.</p>
    ${problemsOf(problems)}
    <form method="post" action="${PATH}">
      <input type="hidden" name="reset_password_token" value="${token}" />
      <label
        >Password
        <input type="password" name="password" autocomplete="new-password" required autofocus />
      </label>
      <label
        >Repeat password
        <input type="password" name="password_confirmation" autocomplete="new-password" required />
      </label>
      <button type="submit">Set password</button>
    </form>`;
}
