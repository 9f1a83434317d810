import type { PanelStrings } from '../protocol/strings.ts';
import { TextMateColorizer } from './code/textMateColorizer.ts';
import { createHost } from './host.ts';
import { FormulaRenderer } from './markdown/formulaRenderer.ts';
import { reportUse } from './panel/focus.ts';
import { Panel } from './panel/panel.ts';
import { listenForTooltips } from './tooltip.ts';

// Not validated: `panelPage` of the same version of the extension wrote them.
const strings = JSON.parse(document.body.dataset['strings'] ?? '{}') as PanelStrings;
const host = createHost(strings.noResponse);
const colorizer = new TextMateColorizer(host, document.body.dataset['codeWorker'] ?? '');
const formulas = new FormulaRenderer(document.body.dataset['formulas'] ?? '');
const panel = new Panel({ strings, host, colorizer, formulas });
document.body.append(panel.element);
listenForTooltips();
host.listen((message) => panel.apply(message));
reportUse(host);
host.post({ type: 'ready' });
