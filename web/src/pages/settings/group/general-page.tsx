/** General settings of a group: name, picture, rights, address, export and deletion. */
import { t } from '@lingui/core/macro';
import { useNavigate } from 'react-router';
import { ConfirmName } from '#components/settings/confirm-name';
import { check, choice, line, number, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { useGroup } from '#data/group-context';
import { groupKeys, updateGroupAvatar, deleteGroup, updateGroup } from '#data/groups';
import { ownerOfGroup } from '#data/owner';
import { groupPath } from '#lib/paths';
import { AvatarForm } from '../shared/avatar-form';
import { Badges } from '../shared/badges';
import { visibilityField } from '../shared/visibility';
import { GroupExport } from './group-export';
import { GroupSettings } from './group-settings';

const fields = {
  name: line(t`Name`, { isRequired: true }),
  description: text(t`Description`, { rows: 3 }),
  visibility: visibilityField,
  project_creation_level: choice(t`Who may create projects`, [
    { value: 'developer', text: t`Developers, maintainers and owners` },
    { value: 'maintainer', text: t`Maintainers and owners` },
    { value: 'noone', text: t`Nobody` },
  ]),
  subgroup_creation_level: choice(t`Who may create subgroups`, [
    { value: 'owner', text: t`Owners` },
    { value: 'maintainer', text: t`Maintainers and owners` },
  ]),
  request_access_enabled: check(t`Users may request access`),
  share_with_group_lock: check(t`Projects may not be shared with other groups`),
  lfs_enabled: check(t`Projects may store large files (Git LFS)`),
  emails_disabled: check(t`Send no notifications by email`),
  require_two_factor_authentication: check(t`Members must enable two-factor authentication`),
  two_factor_grace_period: number(t`Hours until two-factor authentication is required`, { min: 0 }),
};

/** Shows the settings. */
export function GroupGeneralPage() {
  const group = useGroup();
  const navigate = useNavigate();
  const keys = [groupKeys.one(group.full_path)];
  return (
    <GroupSettings title={t`General settings`}>
      <Section title={t`Name and rights`}>
        <FieldsForm
          fields={fields}
          stored={group}
          button={t`Save changes`}
          done={t`The group was saved.`}
          keys={keys}
          submit={(_values, body) => updateGroup(group.id, body)}
        />
      </Section>
      <AvatarForm
        name={group.name}
        url={group.avatar_url}
        keys={keys}
        save={(avatar) => updateGroupAvatar(group.id, avatar)}
      />
      <Badges owner={ownerOfGroup(group)} />
      <GroupExport />
      <Section
        title={t`Address`}
        isDanger
        description={t`Links and clones with the old address of the group and its projects stop working.`}
      >
        <FieldsForm
          fields={{ path: line(t`Path`, { isRequired: true }) }}
          stored={group}
          button={t`Change path`}
          done={t`The path was changed.`}
          isDanger
          submit={async (body) => {
            const changed = await updateGroup(group.id, body);
            await navigate(groupPath(changed.full_path, 'edit'));
          }}
        />
      </Section>
      <Section title={t`Delete`} isDanger description={t`The group, its subgroups and all their projects are deleted.`}>
        <ConfirmName
          name={group.full_path}
          button={t`Delete group`}
          done={t`The group is being deleted.`}
          submit={async () => {
            await deleteGroup(group.id);
            await navigate('/');
          }}
        />
      </Section>
    </GroupSettings>
  );
}
