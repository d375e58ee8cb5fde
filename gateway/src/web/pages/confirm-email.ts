/**
 * `/users/confirmation`: the link in a mail confirms an email address. A click on the page is
 * required, because mail servers open links automatically.
 */
import type { ServiceClient } from '@forgemesh/rpc';
import type { EmailConfirmationServiceDefinition } from '@forgemesh/proto/identity/v1/email_confirmation';
import { html } from './html';
import type { Page } from './page';

const TITLE = 'Confirm your email';
const PATH = '/users/confirmation';

/** Creates the page. */
export function confirmEmailPage(confirmations: ServiceClient<typeof EmailConfirmationServiceDefinition>): Page {
  return {
    title: TITLE,
    path: PATH,
    async open({ params: { confirmation_token: token = '' }, address }) {
      const { email, username } = await confirmations.getEmailConfirmation({ token, address });
      const content = html`<p>
          Is <strong>${email}</strong> an email address of your account <strong>${username}</strong>?
        </p>
        <form method="post" action="${PATH}">
          <input type="hidden" name="confirmation_token" value="${token}" />
          <button type="submit">Confirm</button>
        </form>`;
      return { status: 200, title: TITLE, content };
    },
    async send({ params: { confirmation_token: token = '' }, address }) {
      const { email, username } = await confirmations.confirmEmail({ token, address });
      const content = html`<p>
        <strong>${email}</strong> is confirmed as an email address of the account <strong>${username}</strong>.
      </p>`;
      return { status: 200, title: TITLE, content };
    },
    sentences: {
      not_found:
        'This link is no longer valid: the email address is already confirmed or was removed, or a newer link was sent.',
    },
  };
}
