DROP TABLE "daily_figures";
