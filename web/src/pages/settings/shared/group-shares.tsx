import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Page } from '#api/page';
import type { Entity } from '#api/types';
import { choice, day, line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { getGroup } from '#data/groups';
import { getProject, type Owner } from '#data/owner';
import { shareKeys, shareWithGroup, unshareWithGroup } from '#data/shares';
import { dateText } from '#lib/format';
import { levelText } from '#lib/levels';
import { groupPath } from '#lib/paths';

const fields = {
  group: line(t`Group`, { isRequired: true, hint: t`Full path of the group.` }),
  group_access: choice(t`Highest role`, [
    { value: '30', text: t`Developer` },
    { value: '10', text: t`Guest` },
    { value: '20', text: t`Reporter` },
    { value: '40', text: t`Maintainer` },
  ]),
  expires_at: day(t`Expires on`, { hint: t`Empty: never.` }),
};

const roles = { '10': 10, '20': 20, '30': 30, '40': 40 } as const;

/** The groups whose members have access to a project or group. */
export function GroupShares({ owner, mayChange }: { owner: Owner; mayChange: boolean }) {
  const queryKey = shareKeys.of(owner);
  return (
    <ManagedList
      title={t`Groups with access`}
      queryKey={queryKey}
      load={async (): Promise<Page<Entity<'projects.SharedWithGroup'>>> => {
        const { shared_with_groups: items = [] } = await getProject(owner);
        return { items, page: 1, nextPage: undefined, total: items.length, totalPages: 1 };
      }}
      keyOf={(share) => share.group_id}
      nameOf={(share) => share.group_name}
      empty={t`No group has access.`}
      isRemovable={() => mayChange}
      remove={(share) => unshareWithGroup(owner, share.group_id)}
      {...(mayChange && {
        add: {
          title: t`Share with a group`,
          form: (
            <FieldsForm
              fields={fields}
              button={t`Share`}
              done={t`The group has access now.`}
              keys={[queryKey]}
              submit={async ({ group, group_access: role, expires_at: expiry }) => {
                const { id } = await getGroup(group);
                const body = {
                  group_id: id,
                  group_access: roles[role],
                  ...(expiry !== null && { expires_at: expiry }),
                };
                await shareWithGroup(owner, body);
              }}
            />
          ),
        },
      })}
    >
      {(share) => (
        <>
          <Link to={groupPath(share.group_full_path)}>{share.group_name}</Link>
          <div className="muted small">
            <Trans>at most {levelText(share.group_access_level)}</Trans>
            {share.expires_at !== null && ` · ${t`until ${dateText(share.expires_at)}`}`}
          </div>
        </>
      )}
    </ManagedList>
  );
}
