import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_finding_games'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='pairingpool',
            name='live',
            field=models.BooleanField(default=False, verbose_name='live'),
        ),
        migrations.AddField(
            model_name='pairingpool',
            name='prepared',
            field=models.PositiveIntegerField(default=0, editable=False, verbose_name='prepared secrets'),
        ),
        migrations.AddField(
            model_name='pairingpool',
            name='taken',
            field=models.PositiveIntegerField(default=0, editable=False, verbose_name='taken secrets'),
        ),
        migrations.AlterField(
            model_name='poolsecret',
            name='game',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='pool_secret', to='games.game'),
        ),
        migrations.AddField(
            model_name='seek',
            name='key',
            field=models.CharField(editable=False, max_length=64, null=True),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('pool__isnull', False)), fields=['pool', 'started_ms'], name='games_game_paired'),
        ),
        migrations.AddIndex(
            model_name='seek',
            index=models.Index(condition=models.Q(('keep__gt', 0)), fields=['id'], name='games_seek_standing'),
        ),
        migrations.AddConstraint(
            model_name='seek',
            constraint=models.UniqueConstraint(fields=('user', 'key'), name='games_seek_key'),
        ),
    ]
