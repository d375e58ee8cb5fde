/** The profile of the visitor: status, name, picture. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { User } from '#api/types';
import { check, choice, line, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { UserLink } from '#components/user-link';
import { updateOwnAvatar, updateOwnProfile } from '#data/account';
import { currentUserKeys, useCurrentUser } from '#data/current-user';
import { updatePreferredLanguage } from '#data/preferences';
import { userKeys, getCurrentUserStatus, setUserStatus } from '#data/users';
import { chooseLanguage } from '#language/chosen-language';
import { languageNames, languages } from '#language/languages';
import { pathOf } from '#lib/paths';
import { scaledPicture } from '#lib/scaled-picture';
import { AvatarForm } from '../shared/avatar-form';
import { UserSettings } from './user-settings';

const PICTURE_HINT = t`Any picture: it is cut to a square and made smaller.`;

const languageFields = {
  preferred_language: choice(t`Language of the pages`, [
    { value: 'auto', text: t`Same as the browser` },
    ...languages.map((value) => ({ value, text: languageNames[value] })),
  ]),
};

const statusFields = {
  message: line(t`What you are doing`),
  emoji: line(t`Emoji`, { hint: t`Its name, such as coffee.` }),
};

const profileFields = {
  name: line(t`Name`, { isRequired: true }),
  bio: text(t`About you`, { rows: 3 }),
  organization: line(t`Organization`),
  location: line(t`Location`),
  website_url: line(t`Website`, { type: 'url' }),
  public_email: line(t`Public email address`, {
    type: 'email',
    hint: t`One of your confirmed addresses; empty for none.`,
  }),
  private_profile: check(t`Hide the profile and activity from other users`),
};

/** Shows the settings. */
export function ProfilePage() {
  const user = useCurrentUser();
  const status = useQuery({ queryKey: userKeys.statuses, queryFn: () => getCurrentUserStatus() });
  return (
    <UserSettings title={t`Profile`}>
      {user && (
        <Section title={t`You`}>
          <div className="row row-wrap">
            <UserLink user={user} size={32} />
            <span className="muted">
              @{user.username} · {user.email}
            </span>
            <Link className="button button-small" to={pathOf(user.web_url)}>
              <Trans>Show profile</Trans>
            </Link>
          </div>
        </Section>
      )}
      {user && <OwnProfile user={user} />}
      <Section title={t`Status`}>
        <Loaded query={status} lines={2}>
          {(stored) => (
            <FieldsForm
              fields={statusFields}
              stored={stored}
              button={t`Save status`}
              done={t`The status was saved.`}
              keys={[userKeys.statuses]}
              submit={(body) => setUserStatus(body)}
            />
          )}
        </Loaded>
      </Section>
      {user && (
        <Section title={t`Language`}>
          <FieldsForm
            fields={languageFields}
            stored={user}
            button={t`Save language`}
            done={t`The language was saved.`}
            keys={[currentUserKeys.all]}
            submit={async ({ preferred_language: choice }) => {
              await updatePreferredLanguage(choice);
              chooseLanguage(choice);
            }}
          />
        </Section>
      )}
    </UserSettings>
  );
}

function OwnProfile({ user }: { user: User }) {
  const keys = [currentUserKeys.all, userKeys.lists];
  return (
    <>
      <Section title={t`Profile`}>
        <FieldsForm
          fields={profileFields}
          stored={user}
          button={t`Save profile`}
          done={t`The profile was saved.`}
          keys={keys}
          submit={(_values, body) => updateOwnProfile(body)}
        />
      </Section>
      <AvatarForm
        name={user.name}
        url={user.avatar_url}
        keys={keys}
        hint={PICTURE_HINT}
        save={async (avatar) => updateOwnAvatar(avatar === '' ? '' : await scaledPicture(avatar))}
      />
    </>
  );
}
