import { ltr } from './bidi.ts';
import type { Sheet } from './sheet.ts';
import type { TextStyle } from './text-layout.ts';

/**
 * Draws a numbered list.
 * @param labelWidth points
 */
export function drawList(
  sheet: Sheet,
  items: readonly string[],
  labelWidth: number,
  labelStyle: TextStyle,
  style: TextStyle = {},
): void {
  sheet.within(sheet.element('L'), () => {
    items.forEach((item, index) => {
      sheet.need(28);
      sheet.within(sheet.element('LI'), () => {
        const label = `${ltr(String(index + 1))}.`;
        sheet.textAt(label, 0, labelWidth, sheet.y, { ...labelStyle, tag: 'Lbl' });
        sheet.paragraph(item, { ...style, tag: 'LBody' }, labelWidth);
      });
    });
  });
}
