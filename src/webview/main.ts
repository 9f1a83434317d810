import { TextMateColorizer } from './code/textMateColorizer.ts';
import { createHost } from './host.ts';
import { FormulaRenderer } from './markdown/formulaRenderer.ts';
import { reportUse } from './panel/focus.ts';
import { Panel } from './panel/panel.ts';
import { listenForTooltips } from './tooltip.ts';
import { TurnToggles } from './turnToggles.ts';

const host = createHost();
const colorizer = new TextMateColorizer(host, document.body.dataset['codeWorker'] ?? '');
const formulas = new FormulaRenderer(document.body.dataset['formulas'] ?? '');
const panel = new Panel({ host, colorizer, formulas, toggles: new TurnToggles() });
document.body.append(panel.element);
listenForTooltips();
host.listen((message) => panel.apply(message));
reportUse(host);
host.post({ type: 'ready' });
