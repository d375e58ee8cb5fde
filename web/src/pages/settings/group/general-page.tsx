/** General settings of a group: name, picture, rights, address, export and deletion. */
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
  name: line('Name', { isRequired: true }),
  description: text('Description', { rows: 3 }),
  visibility: visibilityField,
  project_creation_level: choice('Who may create projects', [
    { value: 'developer', text: 'Developers, maintainers and owners' },
    { value: 'maintainer', text: 'Maintainers and owners' },
    { value: 'noone', text: 'Nobody' },
  ]),
  subgroup_creation_level: choice('Who may create subgroups', [
    { value: 'owner', text: 'Owners' },
    { value: 'maintainer', text: 'Maintainers and owners' },
  ]),
  request_access_enabled: check('Users may request access'),
  share_with_group_lock: check('Projects may not be shared with other groups'),
  lfs_enabled: check('Projects may store large files (Git LFS)'),
  emails_disabled: check('Send no notifications by email'),
  require_two_factor_authentication: check('Members must enable two-factor authentication'),
  two_factor_grace_period: number('Hours until two-factor authentication is required', { min: 0 }),
};

/** Shows the settings. */
export function GroupGeneralPage() {
  const group = useGroup();
  const navigate = useNavigate();
  const keys = [groupKeys.one(group.full_path)];
  return (
    <GroupSettings title="General settings">
      <Section title="Name and rights">
        <FieldsForm
          fields={fields}
          stored={group}
          button="Save changes"
          done="The group was saved."
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
        title="Address"
        isDanger
        description="Links and clones with the old address of the group and its projects stop working."
      >
        <FieldsForm
          fields={{ path: line('Path', { isRequired: true }) }}
          stored={group}
          button="Change path"
          done="The path was changed."
          isDanger
          submit={async (body) => {
            const changed = await updateGroup(group.id, body);
            await navigate(groupPath(changed.full_path, 'edit'));
          }}
        />
      </Section>
      <Section title="Delete" isDanger description="The group, its subgroups and all their projects are deleted.">
        <ConfirmName
          name={group.full_path}
          button="Delete group"
          done="The group is being deleted."
          submit={async () => {
            await deleteGroup(group.id);
            await navigate('/');
          }}
        />
      </Section>
    </GroupSettings>
  );
}
