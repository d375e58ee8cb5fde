/** Whether changes of whitespace are shown, and all files at once. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Settings2 } from 'lucide-react';
import { useDiffPreferences } from '#data/preferences';
import { Menu } from '../menu';

/** Shows the menu. */
export function DiffOptions() {
  const { preferences, changePreferences } = useDiffPreferences();
  const { view_diffs_file_by_file: isOneShown, show_whitespace_in_diffs: isWhitespaceShown } = preferences;
  return (
    <Menu
      label={t`Options of the changes`}
      className="button button-small button-icon"
      button={<Settings2 size={14} aria-hidden="true" />}
    >
      <button
        type="button"
        aria-pressed={!isWhitespaceShown}
        onClick={() => void changePreferences({ show_whitespace_in_diffs: !isWhitespaceShown })}
      >
        <Trans>Hide changes of whitespace</Trans>
      </button>
      <button
        type="button"
        aria-pressed={isOneShown}
        onClick={() => void changePreferences({ view_diffs_file_by_file: !isOneShown })}
      >
        <Trans>Show one file at a time</Trans>
      </button>
    </Menu>
  );
}
