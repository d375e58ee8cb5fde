/**
 * `/users/confirmation`: the link in an email confirms an email address. A click is required,
 * because mail servers open links automatically.
 */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FormError } from '#components/form';
import { accountKeys, confirmEmail, getEmailConfirmation, type EmailConfirmation } from '#data/account';
import { AccountFrame, Done, isNotFound, LoadedFor, Problem } from './account-frame';
import { useLinkToken } from './use-link-token';

const INVALID = t`This link is no longer valid: the email address is already confirmed or was removed, or a newer link was sent. Otherwise, open the link in the email again.`;

/** Shows the email address of the link, and confirms it. */
export function ConfirmationPage() {
  const token = useLinkToken('confirmation_token');
  const query = useQuery({
    queryKey: accountKeys.emailConfirmation(token),
    queryFn: () => getEmailConfirmation(token),
    staleTime: Infinity,
  });
  return (
    <AccountFrame title={t`Confirm your email`}>
      <LoadedFor query={query} notFound={INVALID}>
        {(confirmation) => <Question confirmation={confirmation} token={token} />}
      </LoadedFor>
    </AccountFrame>
  );
}

function Question({ confirmation, token }: { confirmation: EmailConfirmation; token: string }) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => confirmEmail({ token }) });
  if (data)
    return (
      <Done>
        <Trans>
          <strong>{data.email}</strong> is confirmed as an email address of the account <strong>{data.username}</strong>
          .
        </Trans>
      </Done>
    );
  if (isNotFound(error)) return <Problem>{INVALID}</Problem>;
  return (
    <div className="form">
      <p>
        <Trans>
          Is <strong>{confirmation.email}</strong> an email address of your account{' '}
          <strong>{confirmation.username}</strong>?
        </Trans>
      </p>
      <FormError error={error} />
      <button type="button" className="button button-primary" disabled={isPending} onClick={() => mutate()}>
        <Trans>Confirm</Trans>
      </button>
    </div>
  );
}
