/** A text field for a ref, with branches and tags that contain the entered text. */
import { useId, useState, type ComponentProps } from 'react';
import { useRefs, type RefKinds } from './ref-menu';

interface RefInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'list'> {
  projectId: number;
  kinds: RefKinds;
  value: string;
  onChange: (value: string) => void;
}

/** Shows the field. Any name can be entered, such as a commit or a pattern. */
export function RefInput({ projectId, kinds, value, onChange, ...input }: RefInputProps) {
  const [isUsed, setIsUsed] = useState(false);
  const { branches, tags } = useRefs(projectId, { kinds, search: value.trim(), isEnabled: isUsed });
  const list = useId();
  return (
    <>
      <input
        className="input"
        autoComplete="off"
        {...input}
        list={list}
        value={value}
        onFocus={() => setIsUsed(true)}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {[...branches, ...tags].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
