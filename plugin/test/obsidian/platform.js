// What the app runs on: the desktop, under Linux.

import { strictObject } from "./strict.js";

export const Platform = strictObject("Platform", {
  isDesktop: true,
  isMobile: false,
  isDesktopApp: true,
  isMobileApp: false,
  isIosApp: false,
  isAndroidApp: false,
  isPhone: false,
  isTablet: false,
  isMacOS: false,
  isWin: false,
  isLinux: true,
  isSafari: false,
  resourcePathPrefix: "app://stand-in/",
});
