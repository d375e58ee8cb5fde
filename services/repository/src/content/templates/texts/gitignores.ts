/** Patterns of generated or private files, by language or tool. */

/** One line per pattern. */
function lines(patterns: string): string {
  return `${patterns.trim().split(/\s+/).join('\n')}\n`;
}

/** Templates of `.gitignore` by key. */
export const gitignores: Readonly<Record<string, string>> = {
  Android: lines(`
    *.apk *.aab *.ap_ *.dex .gradle/ build/ local.properties captures/ .cxx/ *.jks *.keystore
  `),
  C: lines(`
    *.o *.ko *.obj *.a *.lib *.la *.lo *.so *.so.* *.dylib *.dll *.exe *.out *.gch *.pch *.d *.dSYM/
  `),
  'C++': lines(`
    *.o *.obj *.slo *.lo *.a *.lib *.la *.so *.dylib *.dll *.exe *.out *.app *.gch *.pch *.d *.mod
  `),
  CMake: lines(`
    CMakeCache.txt CMakeFiles CMakeScripts CMakeUserPresets.json Makefile Testing _deps cmake_install.cmake
    compile_commands.json install_manifest.txt CTestTestfile.cmake
  `),
  Composer: lines(`
    composer.phar /vendor/
  `),
  Dart: lines(`
    .dart_tool/ .packages build/ doc/api/ .flutter-plugins .flutter-plugins-dependencies *.js_ *.js.deps
    *.js.map
  `),
  Elixir: lines(`
    /_build /cover /deps /doc /.fetch erl_crash.dump *.ez *.beam /config/*.secret.exs .elixir_ls/
  `),
  Erlang: lines(`
    .eunit *.o *.beam *.plt erl_crash.dump .rebar/ .rebar3 _* _build/ .erlang.cookie logs
  `),
  Go: lines(`
    *.exe *.exe~ *.dll *.so *.dylib *.test *.out coverage.* profile.cov go.work go.work.sum .env
  `),
  Gradle: lines(`
    .gradle **/build/ !src/**/build/ !gradle-wrapper.jar .gradletasknamecache .project .classpath
  `),
  Haskell: lines(`
    dist dist-* cabal-dev *.o *.hi *.hie *.chi *.chs.h *.dyn_o *.dyn_hi .hpc .hsenv .cabal-sandbox/
    cabal.sandbox.config *.prof *.hp *.eventlog .stack-work/ cabal.project.local .HTF/
  `),
  Java: lines(`
    *.class *.log *.jar *.war *.nar *.ear *.zip *.tar.gz *.rar hs_err_pid* replay_pid*
  `),
  Julia: lines(`
    *.jl.cov *.jl.*.cov *.jl.mem deps/deps.jl deps/build.log docs/build/ docs/site/ Manifest*.toml
  `),
  Kotlin: lines(`
    *.class *.log *.jar *.war *.ear build/ .gradle/ .kotlin/ hs_err_pid*
  `),
  Laravel: lines(`
    /vendor/ /node_modules/ /public/hot /public/storage /public/build /storage/*.key .env .env.backup
    .phpunit.result.cache Homestead.yaml Homestead.json npm-debug.log yarn-error.log
  `),
  Lua: lines(`
    luac.out *.src.rock *.zip *.tar.gz *.o *.so *.dll *.dylib *.exe /lua_modules
  `),
  Maven: lines(`
    target/ pom.xml.tag pom.xml.releaseBackup pom.xml.versionsBackup pom.xml.next release.properties
    dependency-reduced-pom.xml buildNumber.properties .mvn/timing.properties .mvn/wrapper/maven-wrapper.jar
  `),
  Node: lines(`
    logs *.log npm-debug.log* yarn-debug.log* yarn-error.log* pids *.pid *.seed lib-cov coverage *.lcov
    .nyc_output node_modules/ jspm_packages/ *.tsbuildinfo .npm .eslintcache .node_repl_history *.tgz
    .yarn-integrity .env .env.* !.env.example .cache .next out dist .pnp.*
  `),
  'Objective-C': lines(`
    xcuserdata/ *.hmap *.ipa *.dSYM.zip *.dSYM DerivedData/ Pods/ Carthage/Build/ fastlane/report.xml
    fastlane/test_output
  `),
  Perl: lines(`
    /blib/ /.build/ _build/ cover_db/ inc/ Build Build.bat MYMETA.* META.yml META.json Makefile Makefile.old
    nytprof.out pm_to_blib *.o *.bs
  `),
  Python: lines(`
    __pycache__/ *.py[codz] *$py.class *.so build/ dist/ eggs/ .eggs/ wheels/ *.egg-info/ *.egg MANIFEST
    pip-log.txt htmlcov/ .tox/ .nox/ .coverage .coverage.* .cache coverage.xml .hypothesis/ .pytest_cache/
    *.log local_settings.py db.sqlite3 instance/ docs/_build/ .ipynb_checkpoints .env .venv env/ venv/
    .mypy_cache/ .ruff_cache/ .pyre/
  `),
  R: lines(`
    .Rhistory .Rapp.history .RData .RDataTmp .Ruserdata /*.tar.gz /*.Rcheck/ .Rproj.user/ vignettes/*.html
    vignettes/*.pdf .httr-oauth *_cache/ /cache/ *.utf8.md *.knit.md .Renviron
  `),
  Rails: lines(`
    *.rbc capybara-*.html .rspec /db/*.sqlite3 /db/*.sqlite3-journal /log/* /tmp/* /storage/* !/log/.keep
    !/tmp/.keep /public/system /public/assets /coverage/ /spec/tmp .bundle /vendor/bundle config/master.key
    config/secrets.yml .env node_modules/ .byebug_history
  `),
  Ruby: lines(`
    *.gem *.rbc /.config /coverage/ /InstalledFiles /pkg/ /spec/reports/ /test/tmp/ /tmp/ .byebug_history
    .yardoc/ /_yardoc/ /doc/ /rdoc/ /.bundle/ /vendor/bundle .rvmrc
  `),
  Rust: lines(`
    debug target **/*.rs.bk *.pdb **/mutants.out*/
  `),
  Scala: lines(`
    *.class *.log hs_err_pid* target/ .bsp/ .metals/ .bloop/ project/metals.sbt project/project/
  `),
  Swift: lines(`
    xcuserdata/ *.hmap *.ipa *.dSYM.zip *.dSYM timeline.xctimeline playground.xcworkspace .build/ .swiftpm/
    Carthage/Build/ fastlane/report.xml fastlane/test_output
  `),
  Symfony: lines(`
    /.env.local /.env.local.php /.env.*.local /config/secrets/prod/prod.decrypt.private.php /public/bundles/
    /public/build/ /var/ /vendor/ .phpunit.result.cache /phpunit.xml
  `),
  Terraform: lines(`
    .terraform/ *.tfstate *.tfstate.* crash.log crash.*.log *.tfvars *.tfvars.json override.tf
    override.tf.json *_override.tf *_override.tf.json .terraformrc terraform.rc
  `),
  TeX: lines(`
    *.aux *.lof *.log *.lot *.fls *.out *.toc *.fmt *.fot *.cb *.cb2 *.dvi *.xdv *.bbl *.bcf *.blg *-blx.aux
    *-blx.bib *.run.xml *.fdb_latexmk *.synctex *.synctex.gz *.nav *.snm *.vrb *.idx *.ilg *.ind
  `),
  Unity: lines(`
    /[Ll]ibrary/ /[Tt]emp/ /[Oo]bj/ /[Bb]uild/ /[Bb]uilds/ /[Ll]ogs/ /[Uu]ser[Ss]ettings/ *.csproj *.unityproj
    *.sln *.suo *.user *.pidb *.booproj *.svd *.pdb *.mdb sysinfo.txt *.apk *.aab *.unitypackage
  `),
  VisualStudio: lines(`
    *.rsuser *.suo *.user *.userosscache *.sln.docstates [Dd]ebug/ [Rr]elease/ x64/ x86/ [Bb]in/ [Oo]bj/
    [Ll]og/ .vs/ [Tt]est[Rr]esult*/ *.VisualState.xml TestResult.xml project.lock.json artifacts/ *.pch *.pdb
    *.ipch/ packages/ *.nupkg *.snupkg _ReSharper*/ node_modules/ *.coverage *.pubxml
  `),
  Emacs: lines(`
    *~ \\#*\\# /.emacs.desktop /.emacs.desktop.lock *.elc auto-save-list tramp .\\#* .dir-locals-2.el
  `),
  JetBrains: lines(`
    .idea/**/workspace.xml .idea/**/tasks.xml .idea/**/usage.statistics.xml .idea/**/shelf
    .idea/**/dataSources/ .idea/**/contentModel.xml *.iws out/ .idea_modules/ cmake-build-*/
  `),
  Linux: lines(`
    *~ .fuse_hidden* .directory .Trash-* .nfs* nohup.out
  `),
  macOS: lines(`
    .DS_Store .AppleDouble .LSOverride ._* .Spotlight-V100 .Trashes .VolumeIcon.icns .fseventsd
  `),
  Vim: lines(`
    [._]*.s[a-v][a-z] !*.svg [._]*.sw[a-p] [._]s[a-rt-v][a-z] [._]sw[a-p] Session.vim Sessionx.vim .netrwhist
    *~ tags [._]*.un~
  `),
  VisualStudioCode: lines(`
    .vscode/* !.vscode/settings.json !.vscode/tasks.json !.vscode/launch.json !.vscode/extensions.json
    .history/ *.vsix
  `),
  Windows: lines(`
    Thumbs.db Thumbs.db:encryptable ehthumbs.db *.stackdump [Dd]esktop.ini $RECYCLE.BIN/ *.cab *.msi *.msix
    *.msm *.msp *.lnk
  `),
};
