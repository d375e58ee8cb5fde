/** Audited actions of the events of the settings service. */
import {
  actionsOf,
  changeAction,
  INSTANCE,
  instanceReader,
  LIFECYCLE,
  type Reader,
  type Readers,
  readersFor,
} from './action-builders';

/** One action per changed setting. Events do not contain the values of secret settings. */
const readSettings: Reader<'settings.application_settings.updated'> = ({ data }) => {
  const { settings = [], values = {} } = data.changes;
  const target = { target_id: 1, target_type: 'ApplicationSetting', target_details: 'Application settings' };
  return actionsOf(
    INSTANCE,
    target,
    settings.map((setting) => changeAction(setting, values[setting] ?? {})),
  );
};

/** Readers by event type. */
export const settingsReaders: Readers = {
  ...readersFor('settings.application_settings', ['updated'], readSettings),
  ...readersFor('settings.feature', LIFECYCLE, instanceReader('feature', 'Feature')),
  ...readersFor('settings.appearance', ['updated'], instanceReader('appearance', 'Appearance')),
};
