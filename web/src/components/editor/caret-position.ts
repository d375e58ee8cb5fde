/** The place of the caret of a text area, which browsers do not tell. */

/** Properties that decide where letters are. */
const copied = [
  'boxSizing',
  'width',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'tabSize',
  'textIndent',
  'wordSpacing',
] as const;

/** A place in a text area, in pixels from its upper left corner. */
export interface CaretPosition {
  left: number;
  /** Lower edge of the line. */
  bottom: number;
}

/** Returns the place of a character: a copy of the text in a hidden element is measured. */
export function caretPosition(area: HTMLTextAreaElement, index: number): CaretPosition {
  const mirror = document.createElement('div');
  const style = getComputedStyle(area);
  for (const name of copied) mirror.style[name] = style[name];
  mirror.style.position = 'absolute';
  mirror.style.visibility = 'hidden';
  mirror.style.whiteSpace = 'pre-wrap';
  mirror.style.overflowWrap = 'break-word';
  mirror.textContent = area.value.slice(0, index);
  const mark = document.createElement('span');
  mark.textContent = area.value.slice(index) || '.';
  mirror.append(mark);
  document.body.append(mirror);
  const left = mark.offsetLeft - area.scrollLeft;
  const lineHeight = Number.parseFloat(style.lineHeight) || Number.parseFloat(style.fontSize) * 1.4;
  const bottom = mark.offsetTop + lineHeight - area.scrollTop;
  mirror.remove();
  return { left, bottom };
}
