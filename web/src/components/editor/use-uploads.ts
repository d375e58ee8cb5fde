import { t } from '@lingui/core/macro';
import { useState, type RefObject } from 'react';
import { uploadFile } from '#data/uploads';
import { showError } from '#lib/messages';
import { applyChange } from './edit-text';

/** A file that is being uploaded. */
export interface Upload {
  mark: string;
  name: string;
  /** Part that is sent, from 0 to 1. */
  progress: number;
}

type ChangeText = (change: (before: string) => string) => void;

let count = 0;

/** Uploads files into a text: a mark at the caret is replaced by the link to the file. */
export function useUploads(
  area: RefObject<HTMLTextAreaElement | null>,
  changeText: ChangeText,
  projectId: number | undefined,
) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const replace = (mark: string, text: string): void => {
    const { current } = area;
    const at = current?.value.indexOf(mark) ?? -1;
    // In the preview there is no text area.
    if (!current || at < 0) return changeText((before) => before.replace(mark, () => text));
    current.setRangeText(text, at, at + mark.length, 'preserve');
    changeText(() => current.value);
  };
  const uploadOne = async (id: number, file: File): Promise<void> => {
    const name = file.name.replace(/[[\]]/g, '');
    const mark = `[${t`Uploading ${name} (${++count})`}]()`;
    insertAtCaret(area.current, mark, changeText);
    setUploads((before) => [...before, { mark, name: file.name, progress: 0 }]);
    try {
      const markdown = await uploadFile(id, file, (progress) =>
        setUploads((before) => before.map((one) => (one.mark === mark ? { ...one, progress } : one))),
      );
      replace(mark, markdown);
    } catch (error) {
      replace(mark, '');
      showError(error);
    } finally {
      setUploads((before) => before.filter((one) => one.mark !== mark));
    }
  };
  const upload = async (files: Iterable<File>): Promise<void> => {
    if (projectId !== undefined) for (const file of files) await uploadOne(projectId, file);
  };
  return { uploads, upload };
}

function insertAtCaret(area: HTMLTextAreaElement | null, mark: string, changeText: ChangeText): void {
  if (!area) return changeText((before) => `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${mark}`);
  const { selectionStart: from, selectionEnd: to } = area;
  const inserted = `${mark}\n`;
  applyChange(area, { from, to, inserted, start: from + inserted.length, end: from + inserted.length });
}
