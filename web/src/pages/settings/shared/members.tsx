import { t } from '@lingui/core/macro';
import { choice, day, username } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { UserLink } from '#components/user-link';
import { memberKeys, createMember, deleteMember, listMembers, updateMember } from '#data/members';
import type { Owner } from '#data/owner';
import { dateText } from '#lib/format';
import { Level, levelOptions, levelText, levels } from '#lib/levels';
import { findUser } from './find-user';

const fields = {
  username: username(t`Username`, { isRequired: true, hint: t`Enter a part of the name, or an email address.` }),
  access_level: choice(t`Role`, levelOptions),
  expires_at: day(t`Expires on`, { hint: t`Empty: never.` }),
};

interface MembersProps {
  owner: Owner;
  /** Role of the visitor. */
  level: number;
  /** The lowest role that may change members. */
  managing: number;
}

/** The direct members of a project or group, with their roles. */
export function Members({ owner, level, managing }: MembersProps) {
  const queryKey = memberKeys.of(owner);
  const mayChange = level >= managing;
  const offered = levels.filter((entry) => entry.level <= Math.max(level, Level.guest));
  return (
    <ManagedList
      title={t`Direct members`}
      queryKey={queryKey}
      load={(page) => listMembers(owner, { page })}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty={t`There are no direct members.`}
      actions={(member, { run, isBusy }) =>
        mayChange && member.access_level <= level ? (
          <select
            className="select"
            aria-label={t`Role of ${member.name}`}
            value={member.access_level}
            disabled={isBusy}
            onChange={({ target }) =>
              void run(
                () => updateMember(owner, member.id, { access_level: Number(target.value) }),
                t`The role of ${member.name} was changed.`,
              )
            }
          >
            {offered.map((entry) => (
              <option key={entry.level} value={entry.level}>
                {entry.text}
              </option>
            ))}
          </select>
        ) : (
          <span className="badge">{levelText(member.access_level)}</span>
        )
      }
      isRemovable={(member) => mayChange && member.access_level <= level}
      remove={({ id }) => deleteMember(owner, id)}
      {...(mayChange && {
        add: {
          title: t`Add a member`,
          form: (
            <FieldsForm
              fields={fields}
              button={t`Add member`}
              done={t`The member was added.`}
              keys={[queryKey]}
              submit={async ({ username, access_level: role, expires_at: expiry }) => {
                const user = await findUser(username);
                const body = {
                  user_id: user.id,
                  access_level: Number(role),
                  ...(expiry !== null && { expires_at: expiry }),
                };
                await createMember(owner, body);
              }}
            />
          ),
        },
      })}
    >
      {(member) => (
        <>
          <UserLink user={member} size={24} />
          <div className="muted small">
            @{member.username}
            {member.expires_at !== null && ` · ${t`until ${dateText(member.expires_at)}`}`}
          </div>
        </>
      )}
    </ManagedList>
  );
}
