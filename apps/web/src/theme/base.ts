// Needed by every page, in this order: tokens, fonts, base rules.
import 'virtual:wasl/tokens.css';
import './fonts.css';
import './base.css';
